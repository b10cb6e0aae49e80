{{- define "toolerr.name" -}}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{- end }}
{{- define "toolerr.labels" -}}
app.kubernetes.io/name: toolerr-extproc
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "toolerr.policy" -}}{{ toJson .Values.policy }}{{- end }}
{{- /* Clients of these dialects know an error by its status: only failures need toolerr-extproc. */}}
{{- define "toolerr.isByStatus" -}}
{{- $dialects := list "acp" "ai-sdk" "anthropic" "bedrock" "gemini" "gemini-interactions" "google" "http" "langchain" "openai-chat" "openai-responses" "oxp" "oxp-flat" "problem" "aai-string" "a2a-http" "a2a-http-0.3" "a2a-http-task" "a2a-http-task-0.3" "connect" }}
{{- if and (has .Values.dialect $dialects) (not .Values.from) }}true{{ end }}
{{- end }}
{{- define "toolerr.extProc" -}}
"@type": type.googleapis.com/envoy.extensions.filters.http.ext_proc.v3.ExternalProcessor
grpc_service:
  envoy_grpc: {cluster_name: "outbound|{{ .Values.port }}||{{ include "toolerr.name" . }}.{{ .Release.Namespace }}.svc.cluster.local"}
  retry_policy: {retry_on: "connect-failure,refused-stream,reset-before-request", num_retries: 3}
allow_mode_override: true
message_timeout: 2s
{{- if include "toolerr.isByStatus" . }}
processing_mode: {request_header_mode: SKIP, response_header_mode: SEND, response_body_mode: BUFFERED_PARTIAL, response_trailer_mode: SEND}
response_attributes: [response.flags, upstream.request_attempt_count, request.method, request.path, "request.headers['upgrade']"]
{{- else }}
processing_mode: {request_body_mode: STREAMED, response_body_mode: BUFFERED_PARTIAL, response_trailer_mode: SEND}
response_attributes: [response.flags, upstream.request_attempt_count]
{{- end }}
{{- end }}
