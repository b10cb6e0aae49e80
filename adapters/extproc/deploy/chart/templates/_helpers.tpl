{{- define "toolerr.name" -}}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{- end }}
{{- define "toolerr.labels" -}}
app.kubernetes.io/name: toolerr-extproc
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "toolerr.policy" -}}{{ toJson .Values.policy }}{{- end }}
