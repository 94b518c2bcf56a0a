{{- /* The arguments of `run` that differ from its defaults. */ -}}
{{- define "cloudinfra.arguments" -}}
{{- $given := .Values.credentials -}}
- run
- --leader-elect
- {{ $given.secretsOnly | ternary "--secrets-only" "--token-file=/etc/cloudinfra/token" }}
{{- if or $given.insecureHttp .Values.simulator.enabled }}
- --insecure-http
{{- end }}
{{- range .Values.namespaces }}
- --namespace={{ . }}
{{- end }}
{{- with .Values.class }}
- --class={{ . }}
{{- end }}
{{- range $given.tokenNamespaces }}
- {{ printf "--token-namespace=%s" . | quote }}
{{- end }}
{{- range $given.allowedHosts }}
- --allow-host={{ . }}
{{- end }}
{{- if ne (int .Values.brake.count) 5 }}
- --brake-count={{ .Values.brake.count }}
{{- end }}
{{- if ne .Values.brake.window "10m" }}
- --brake-window={{ .Values.brake.window }}
{{- end }}
{{- if ne .Values.poll "30s" }}
- --poll={{ .Values.poll }}
{{- end }}
{{- if ne .Values.listingLag "15m" }}
- --listing-lag={{ .Values.listingLag }}
{{- end }}
{{- if ne .Values.log.level "info" }}
- --log-level={{ .Values.log.level }}
{{- end }}
{{- with .Values.log.format }}
- --log-format={{ . }}
{{- end }}
{{- range .Values.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end -}}

{{- /* The key of the Secret that names the namespaces of the operator's own token; empty if another setting names them. The chart fails if no setting does. */ -}}
{{- define "cloudinfra.tokenNamespacesKey" -}}
{{- $given := .Values.credentials -}}
{{- if not (or $given.secretsOnly $given.tokenNamespaces .Values.namespaces) -}}
{{- $given.tokenNamespacesKey | default (.Values.simulator.enabled | ternary "token-namespaces" "") | required "credentials.tokenNamespaces is not set: name the namespaces that the operator's own token serves, or '*' for every one; or set namespaces, or credentials.secretsOnly" -}}
{{- end -}}
{{- end -}}
