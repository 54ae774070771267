{{/* The port of probes: /healthcheck of the data plane, or /health of the admin plane where the data
     plane is off or needs a certificate of its clients. */}}
{{- define "throttlex.probe" -}}
httpGet:
  {{- if and (include "throttlex.checks" .) (not .Values.tls.clientAuthority) }}
  path: /healthcheck
  port: checks
  {{- else }}
  path: /health
  port: admin
  {{- end }}
  scheme: {{ include "throttlex.scheme" . | upper }}
{{- end -}}

{{/* The container of a node. */}}
{{- define "throttlex.container" -}}
name: throttlex
image: {{ include "throttlex.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
args: [{{ ternary "proxy" "serve" .Values.sidecar.enabled }}, --config, /etc/throttlex/throttlex.yml]
{{- if .Values.sidecar.enabled }}
restartPolicy: Always
{{- end }}
env:
  # The image sets it, and a variable wins over throttlex.yml.
  - name: THROTTLEX_SERVER_HOST
    value: {{ .Values.server.host | quote }}
  {{- with .Values.javaOpts }}
  - name: THROTTLEX_JAVA_OPTS
    value: {{ . | quote }}
  {{- end }}
  {{- with .Values.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ include "throttlex.secret" . }}
ports:
  {{- if include "throttlex.checks" . }}
  - name: checks
    containerPort: {{ .Values.server.port }}
  {{- if gt (int .Values.server.respPort) 0 }}
  - name: resp
    containerPort: {{ .Values.server.respPort }}
  {{- end }}
  {{- else }}
  - name: proxy
    containerPort: {{ .Values.server.proxyPort }}
  {{- end }}
  - name: admin
    containerPort: {{ .Values.server.adminPort }}
startupProbe:
  {{- include "throttlex.probe" . | nindent 2 }}
  periodSeconds: 1
  timeoutSeconds: 2
  failureThreshold: 120
readinessProbe:
  {{- include "throttlex.probe" . | nindent 2 }}
  periodSeconds: 5
  timeoutSeconds: 2
  failureThreshold: 2
livenessProbe:
  {{- include "throttlex.probe" . | nindent 2 }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
lifecycle:
  preStop:
    sleep:
      seconds: {{ .Values.drain.waitSeconds }}
resources:
  {{- toYaml .Values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: config
    mountPath: /etc/throttlex
    readOnly: true
  - name: data
    mountPath: /var/lib/throttlex
  - name: tmp
    mountPath: /tmp
  {{- if .Values.tls.secretName }}
  - name: tls
    mountPath: /etc/throttlex-tls
    readOnly: true
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}
