{{- define "throttlex.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "throttlex.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "throttlex.name" .) | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "throttlex.selector" -}}
app.kubernetes.io/name: {{ include "throttlex.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "throttlex.labels" -}}
{{ include "throttlex.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "throttlex.image" -}}
{{- $tag := default .Chart.AppVersion .Values.image.tag -}}
{{- with .Values.image.registry }}{{ . }}/{{ end }}{{ .Values.image.repository }}:{{ $tag }}
{{- end -}}

{{- define "throttlex.serviceAccount" -}}
{{- default (ternary (include "throttlex.fullname" .) "default" .Values.serviceAccount.create) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "throttlex.secret" -}}
{{- default (include "throttlex.fullname" .) .Values.secret.existing -}}
{{- end -}}

{{- define "throttlex.scheme" -}}
{{- ternary "https" "http" (not (empty .Values.tls.secretName)) -}}
{{- end -}}

{{/* "true" if the nodes share their counters. */}}
{{- define "throttlex.shared" -}}
{{- $url := default .Values.store.url .Values.config.store | toString -}}
{{- if or .Values.store.inSecret (and $url (ne $url "memory:")) }}true{{ end -}}
{{- end -}}

{{/* "true" if there can be more than one node. */}}
{{- define "throttlex.several" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1) }}true{{ end -}}
{{- end -}}

{{/* "true" if a port for checks is open: not in a sidecar. */}}
{{- define "throttlex.checks" -}}
{{- if not .Values.sidecar.enabled }}true{{ end -}}
{{- end -}}

{{/* Refuses a secret in the settings, because they are in a ConfigMap: (list NAME VALUE). */}}
{{- define "throttlex.refuseSecret" -}}
{{- $value := index . 1 | default "" | toString -}}
{{- if and $value (not (regexMatch "^\\$\\{[A-Za-z0-9_]+\\}$" $value)) -}}
{{- fail (printf "%s: a secret in clear (expected: ${NAME}, and NAME in the Secret; a ConfigMap shows it to more people)" (index . 0)) -}}
{{- end -}}
{{- end -}}

{{- define "throttlex.validateSecrets" -}}
{{- $config := .Values.config -}}
{{- $adminTokens := dig "admin" "tokens" (list) $config -}}
{{- $accessTokens := dig "server" "access" "tokens" (list) $config -}}
{{- range $adminTokens }}{{ include "throttlex.refuseSecret" (list "config.admin.tokens" .token) }}{{ end -}}
{{- range $accessTokens }}{{ include "throttlex.refuseSecret" (list "config.server.access.tokens" .token) }}{{ end -}}
{{- include "throttlex.refuseSecret" (list "config.identity.jwt.secret" (dig "identity" "jwt" "secret" "" $config)) -}}
{{- include "throttlex.refuseSecret" (list "config.adaptive.prometheus.token" (dig "adaptive" "prometheus" "token" "" $config)) -}}
{{- range $name := list "store" "database" -}}
{{- $url := dig $name "" $config | toString -}}
{{- if regexMatch "://[^/]*:[^/$]+@|[?&]password=[^$]" $url -}}
{{- fail (printf "config.%s: a password in clear (expected: ${NAME} for the password, or %s.inSecret)" $name $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Refuses values that cannot work together. */}}
{{- define "throttlex.validate" -}}
{{- $v := .Values -}}
{{- include "throttlex.validateSecrets" . -}}
{{- if and (include "throttlex.several" .) (not (include "throttlex.shared" .)) -}}
{{- fail "store.url: not set (expected: redis://… or jdbc:…, or store.inSecret; several nodes share a limit only through a shared store)" -}}
{{- end -}}
{{- if and $v.persistence.enabled (include "throttlex.several" .) -}}
{{- fail "persistence.enabled: true (expected: false; several nodes cannot share a data folder; set database.url)" -}}
{{- end -}}
{{- if and $v.sidecar.enabled (empty $v.sidecar.containers) -}}
{{- fail "sidecar.containers: empty (expected: the containers of your application)" -}}
{{- end -}}
{{- range list "host" "port" "admin-port" "resp-port" "tls" -}}
{{- if hasKey (default dict $v.config.server) . -}}
{{- fail (printf "config.server.%s: not allowed (expected: the value server.… or tls.… of the chart, which Services and probes use too)" .) -}}
{{- end -}}
{{- end -}}
{{- if and $v.tls.clientAuthority (empty $v.tls.secretName) -}}
{{- fail "tls.clientAuthority: true (expected: tls.secretName as well)" -}}
{{- end -}}
{{- if and $v.secret.existing (or $v.secret.adminToken $v.secret.accessToken $v.store.url $v.database.url) -}}
{{- if or $v.secret.adminToken $v.secret.accessToken (regexMatch "://[^/]*:[^/]*@|[?&]password=" (printf "%s %s" $v.store.url $v.database.url)) -}}
{{- fail "secret.existing: set together with tokens or passwords (expected: all of them in that Secret, with store.inSecret and database.inSecret)" -}}
{{- end -}}
{{- end -}}
{{- if le (int $v.drain.graceSeconds) (add (int $v.drain.waitSeconds) 21) -}}
{{- fail "drain.graceSeconds: too short (expected: more than drain.waitSeconds + 21; a node drains for up to 21 s)" -}}
{{- end -}}
{{- end -}}
