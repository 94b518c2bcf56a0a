{{- define "cloudinfra.name" -}}
{{- .Values.nameOverride | default .Chart.Name -}}
{{- end -}}

{{- /* The name of the release if it contains the name of the chart, else both names; short enough for suffixes. */ -}}
{{- define "cloudinfra.fullname" -}}
{{- $name := include "cloudinfra.name" . -}}
{{- $both := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- .Values.fullnameOverride | default $both | trunc 53 | trimSuffix "-" -}}
{{- end -}}

{{- define "cloudinfra.simulator" -}}
{{- include "cloudinfra.fullname" . }}-simulator
{{- end -}}

{{- define "cloudinfra.secret" -}}
{{- .Values.credentials.existingSecret | default (include "cloudinfra.fullname" .) -}}
{{- end -}}

{{- define "cloudinfra.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{- .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ $tag }}{{ end -}}
{{- end -}}

{{- /* The labels that select the objects of this release. */ -}}
{{- define "cloudinfra.identity" -}}
app.kubernetes.io/name: {{ include "cloudinfra.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "cloudinfra.labels" -}}
{{ include "cloudinfra.identity" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "cloudinfra.operator" -}}
{{ include "cloudinfra.identity" . }}
app.kubernetes.io/component: operator
{{- end -}}

{{- /* The name and the labels of an object with the full name of the release. */ -}}
{{- define "cloudinfra.metadata" -}}
name: {{ include "cloudinfra.fullname" . | quote }}
namespace: {{ .Release.Namespace | quote }}
labels:
  {{- include "cloudinfra.labels" . | nindent 2 }}
{{- end -}}

{{- /* The security context of every container. */ -}}
{{- define "cloudinfra.confined" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop:
    - ALL
{{- end -}}
