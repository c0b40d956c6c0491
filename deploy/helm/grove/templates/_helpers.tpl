{{/* The name of everything in the release; Kubernetes takes 63 characters, and some are added. */}}
{{- define "grove.name" -}}
{{- if contains "grove" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-grove" (.Release.Name | trunc 46 | trimSuffix "-") }}
{{- end }}
{{- end }}

{{/* Labels that never change, because Kubernetes finds the pods by them. */}}
{{- define "grove.selector" -}}
app.kubernetes.io/name: grove
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "grove.labels" -}}
{{ include "grove.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end }}

{{/* The image by its digest if that is known, else by its tag. */}}
{{- define "grove.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}
{{- else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end }}
{{- end }}
{{- end }}

{{/* Not empty if there is a secret to mount. */}}
{{- define "grove.hasSecrets" -}}
{{- range .Values.secrets }}{{ .name }}{{ end }}
{{- end }}

{{/* A secret as a file of the projected volume: (list SECRET PATH) */}}
{{- define "grove.secret" -}}
{{- $secret := index . 0 -}}
{{- if $secret.name -}}
- secret:
    name: {{ $secret.name | quote }}
    items:
      - key: {{ $secret.key | quote }}
        path: {{ index . 1 | quote }}
{{- end }}
{{- end }}
