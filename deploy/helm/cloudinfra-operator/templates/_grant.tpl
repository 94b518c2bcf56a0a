{{- /* A role and its binding to the operator's service account. root, kind, name, rules (a file), namespace (of a Role). */ -}}
{{- define "cloudinfra.grant" -}}
{{- range $binding := list "" "Binding" }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: {{ $.kind }}{{ $binding }}
metadata:
  name: {{ $.name | quote }}
  {{- with $.namespace }}
  namespace: {{ . | quote }}
  {{- end }}
  labels:
    {{- include "cloudinfra.labels" $.root | nindent 4 }}
{{- if $binding }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: {{ $.kind }}
  name: {{ $.name | quote }}
subjects:
  - kind: ServiceAccount
    name: {{ include "cloudinfra.fullname" $.root | quote }}
    namespace: {{ $.root.Release.Namespace | quote }}
{{- else }}
{{ $.root.Files.Get $.rules | trim }}
{{- end }}
{{- end }}
{{ end -}}
