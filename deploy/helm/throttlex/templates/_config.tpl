{{/* throttlex.yml: the settings of the chart, and those of the user over them. */}}
{{- define "throttlex.config" -}}
{{- $v := .Values -}}
{{- $server := dict "host" $v.server.host "port" (int $v.server.port) "admin-port" (int $v.server.adminPort) "resp-port" (int $v.server.respPort) -}}
{{- if not (include "throttlex.checks" .) -}}
{{- $_ := set $server "port" -1 -}}
{{- $_ := set $server "resp-port" -1 -}}
{{- end -}}
{{- if $v.tls.secretName -}}
{{- $tls := dict "cert-file" "/etc/throttlex-tls/tls.crt" "key-file" "/etc/throttlex-tls/tls.key" -}}
{{- if $v.tls.clientAuthority }}{{- $_ := set $tls "client-ca-file" "/etc/throttlex-tls/ca.crt" -}}{{- end -}}
{{- $_ := set $server "tls" $tls -}}
{{- end -}}
{{- $config := dict "server" $server "data-dir" "/var/lib/throttlex" "log" (dict "format" "json") -}}
{{- if $v.sidecar.enabled -}}
{{- $_ := set $config "proxy" (dict "port" (int $v.server.proxyPort) "upstream" $v.sidecar.upstream) -}}
{{- end -}}
{{- if include "throttlex.several" . -}}
{{- $_ := set $config "expected-nodes" (int (ternary $v.autoscaling.minReplicas $v.replicaCount $v.autoscaling.enabled)) -}}
{{- end -}}
{{- if and $v.secret.existing $v.store.url }}{{- $_ := set $config "store" $v.store.url -}}{{- end -}}
{{- if and $v.secret.existing $v.database.url }}{{- $_ := set $config "database" $v.database.url -}}{{- end -}}
{{- if $v.rules }}{{- $_ := set $config "rules" "/etc/throttlex/rules.yml" -}}{{- end -}}
{{- toYaml (mergeOverwrite $config (deepCopy $v.config)) -}}
{{- end -}}
