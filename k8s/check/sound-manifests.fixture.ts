const deployment = (name: string, args: string[]): string => `
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { role: ${name} } }
  strategy: { rollingUpdate: { maxUnavailable: 0 } }
  template:
    metadata: { labels: { role: ${name}, app.kubernetes.io/component: ${name === 'relay' ? 'relay' : 'command'} } }
    spec:
      serviceAccountName: waystory
      priorityClassName: first
      topologySpreadConstraints:
        - { topologyKey: topology.kubernetes.io/zone, maxSkew: 1, labelSelector: { matchLabels: { role: ${name} } } }
        - { topologyKey: kubernetes.io/hostname, maxSkew: 1, labelSelector: { matchLabels: { role: ${name} } } }
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: product
          image: waystory:0.1.0
          args: [${args.join(', ')}]
          envFrom: [{ configMapRef: { name: settings } }]
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          startupProbe: {}
          livenessProbe: {}
          readinessProbe: {}
          resources: { requests: { cpu: 1m, memory: 1Mi }, limits: { memory: 2Mi } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: secrets, mountPath: /secrets }]
      volumes: [{ name: secrets, secret: { secretName: waystory } }]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name} }
spec: { maxUnavailable: 1, selector: { matchLabels: { role: ${name} } } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: ${name} }
spec:
  minReplicas: 2
  maxReplicas: 2
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  metrics: [{ type: External, external: { metric: { name: waystory_reactor_lag_seconds } } }]
  behavior: { scaleUp: { policies: [{}] }, scaleDown: { stabilizationWindowSeconds: 300, policies: [{}] } }
`;

/** An installation that no rule has anything against, in few words. */
export const sound = `
apiVersion: v1
kind: Namespace
metadata: { name: waystory, labels: { pod-security.kubernetes.io/enforce: restricted } }
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: { name: first }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { NODE_OPTIONS: --max-old-space-size=1, DATABASE_URL_FILE: /secrets/database-url, BUS: kafka, KAFKA_BROKERS: 'kafka:9092' }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: nothing-else }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: answers }
spec: { podSelector: { matchLabels: { role: most } }, policyTypes: [Ingress], ingress: [{ ports: [{ port: 9464 }], from: [{ podSelector: { matchExpressions: [{ key: role, operator: In, values: [relay] }] } }] }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: engines }
spec: { podSelector: { matchExpressions: [{ key: role, operator: In, values: [most, relay] }] }, policyTypes: [Egress], egress: [{ ports: [{ port: 5432 }, { port: 9092 }] }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: gateway }
spec: { podSelector: { matchLabels: { app.kubernetes.io/component: gateway } }, policyTypes: [Ingress], ingress: [{ from: [{ namespaceSelector: { matchLabels: { name: ingress } } }] }] }
---
apiVersion: v1
kind: Service
metadata: { name: most }
spec: { selector: { role: most } }
${deployment('most', ['--roles', "'command,query,projector,worker'"])}
${deployment('relay', ['--roles', 'relay'])}
---
apiVersion: batch/v1
kind: Job
metadata: { name: export }
spec:
  template:
    metadata: { labels: { role: export } }
    spec:
      serviceAccountName: waystory
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: product
          image: waystory:0.1.0
          command: [node, services/operations/database.ts]
          args: [export]
          env: [{ name: NODE_OPTIONS, value: --max-old-space-size=1 }, { name: DATABASE_URL_FILE, value: /secrets/database-url }]
          resources: { requests: { cpu: 1m, memory: 1Mi }, limits: { memory: 2Mi } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
          volumeMounts: [{ name: secrets, mountPath: /secrets }]
      volumes: [{ name: secrets, secret: { secretName: waystory } }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: gateway }
spec:
  replicas: 2
  template:
    metadata: { labels: { app.kubernetes.io/component: gateway } }
    spec:
      serviceAccountName: waystory
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: gateway
          image: gateway:1
          startupProbe: {}
          livenessProbe: {}
          readinessProbe: {}
          resources: { requests: { cpu: 1m, memory: 1Mi }, limits: { memory: 2Mi } }
          securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
`;
