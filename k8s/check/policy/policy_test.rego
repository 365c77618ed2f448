# Each rule against a sound installation, and against the same with one mistake.
package policy_test

facts := {
	"stopSeconds": 15,
	"readModels": {"accounts": 1, "basemap": 0},
	"offered": {"pods": {}, "external": {"waystory_reactor_lag_seconds": "waystory_reactor_lag_seconds"}},
	"metrics": ["waystory_reactor_lag_seconds"],
}

# One function for each package, so that a test evaluates no other.
problems("pods") := data.pods.deny

problems("network") := data.network.deny

problems("product") := data.product.deny

problems("scaling") := data.scaling.deny

problems("production") := data.production.deny

problems_of(text, policy) := found if {
	manifests := [yaml.unmarshal(part) | some part in split(text, "---\n"); trim_space(part) != ""]
	found := problems(policy) with input as {"manifests": manifests} with data.facts as facts
}

replace_first(text, old, new) := concat("", [substring(text, 0, at), new, substring(text, at + count(old), -1)]) if {
	at := indexof(text, old)
	at >= 0
}

test_sound_installation_has_no_problem if {
	found := [problem | some policy, _ in mistakes; some problem in problems_of(sound, policy)]
	print(found)
	count(found) == 0
}

test_mistakes_in_pods_are_reported if all_are_reported("pods")

test_mistakes_in_network_are_reported if all_are_reported("network")

test_mistakes_in_product_are_reported if all_are_reported("product")

test_mistakes_in_scaling_are_reported if all_are_reported("scaling")

test_mistakes_in_production_are_reported if all_are_reported("production")

all_are_reported(policy) if {
	missed := [mistake | some mistake in mistakes[policy]; not is_reported(mistake, policy)]
	print(missed)
	count(missed) == 0
}

is_reported(mistake, policy) if {
	[rule, old, new, problem] := mistake
	sprintf("%s: %s", [rule, problem]) in problems_of(replace_first(sound, old, new), policy)
}

# By package: rule, what is replaced, by what, and the problem.
mistakes := {
	"pods": [
		["hasResources", "limits: { memory: 2Mi }", "limits: { cpu: 1m }", "Deployment/most product has no limit of memory"],
		["isConfined", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "Deployment/most product may write to its root file system"],
		["isConfined", "automountServiceAccountToken: false", "enableServiceLinks: false", "Deployment/most product gets a token of Kubernetes"],
		["imageIsPinned", "waystory:0.1.0", "waystory:latest", "Deployment/most product waystory:latest names no version"],
		["imageIsPinned", "waystory:0.1.0", "localhost:5000/waystory", "Deployment/most product localhost:5000/waystory names no version"],
		["policySelectsPods", "values: [relay]", "values: [relais]", "NetworkPolicy/answers selects nothing: {\"matchExpressions\":[{\"key\":\"role\",\"operator\":\"In\",\"values\":[\"relais\"]}]}"],
	],
	"network": [
		["deniesByDefault", "policyTypes: [Ingress, Egress]", "policyTypes: [Ingress]", "no network policy closes what no other one opens"],
		["requiredEgressAllowed", "{ port: 9092 }", "{ port: 9093 }", "Deployment/relay may not reach KAFKA_BROKERS at 9092"],
		["requiredEgressAllowed", "'kafka:9092'", "'kafka:9092,kafka:9094'", "Deployment/relay may not reach KAFKA_BROKERS at 9094"],
		["noFurtherEgress", "{ port: 9092 }", "{ port: 443 }", "Deployment/relay may reach 443, which a relay never needs"],
		["ingressThroughGateway", "port: 9464", "port: 4000", "Deployment/most is reached by Deployment/relay"],
	],
	"product": [
		["hasProbes", "          livenessProbe: {}\n", "", "Deployment/most product has no livenessProbe"],
		["oneImage", "waystory:0.1.0", "waystory:0.2.0", "the product runs from 2 images: waystory:0.1.0, waystory:0.2.0"],
		["secretsAreFiles", "value: /secrets/database-url", "valueFrom: { secretKeyRef: { name: waystory, key: url } }", "Job/export: DATABASE_URL_FILE comes from a reference"],
		["secretFilesAreMounted", "mountPath: /secrets", "mountPath: /elsewhere", "Deployment/most: DATABASE_URL_FILE names /secrets/database-url, where no secret is mounted"],
		["selectsOneWorkload", "selector: { matchLabels: { role: relay } } }", "selector: {} }", "PodDisruptionBudget/relay selects Deployment/most, Deployment/relay, Job/export, StatefulSet/gateway"],
		["selectsOneWorkload", "selector: { role: most }", "selector: { role: least }", "Service/most selects nothing"],
		["hasDisruptionBudget", "kind: PodDisruptionBudget", "kind: Budget", "Deployment/most has none"],
		["namespaceIsRestricted", "pod-security.kubernetes.io/enforce: restricted", "pod-security.kubernetes.io/enforce: baseline", "Namespace/waystory admits pods without restrictions"],
		["heapFits", "-size=1,", "-size=2,", "Deployment/most has a heap of 2 MiB in a container of 2Mi"],
		["heapFits", "NODE_OPTIONS: --max-old-space-size=1, ", "", "Deployment/most has no limit of its heap"],
		["isSpread", "topology.kubernetes.io/zone", "topology.kubernetes.io/region", "Deployment/most is not spread over topology.kubernetes.io/zone"],
		["isSpread", "labelSelector: { matchLabels: { role: most } }", "labelSelector: { matchLabels: {} }", "Deployment/most is spread over topology.kubernetes.io/zone together with Deployment/most, Deployment/relay"],
		["hasPriority", "priorityClassName: first", "priorityClassName: last", "Deployment/most has none that exists"],
		["hasPriority", "      priorityClassName: first\n", "", "Deployment/most has none that exists"],
		["rollsWithoutGap", "maxUnavailable: 0", "maxUnavailable: 25%", "Deployment/most is short of a process during a rollout"],
		["waitsBeforeStop", "preStop: { sleep: { seconds: 5 } }", "preStop: {}", "Deployment/most serves and does not wait before it stops"],
		["mayFinish", "preStop: { sleep: { seconds: 5 } }", "preStop: { sleep: { seconds: 15 } }", "Deployment/most is killed after 30 s, but product may take 30"],
	],
	"scaling": [
		["hasScaleTarget", "kind: Deployment, name: relay", "kind: Deployment, name: delay", "HorizontalPodAutoscaler/relay scales Deployment/delay, which does not exist"],
		["hasScaleTarget", "spec:\n  selector", "spec:\n  replicas: 2\n  selector", "Deployment/most has both replicas and an autoscaler"],
		["metricExists", "metric: { name: waystory_reactor_lag_seconds }", "metric: { name: waystory_reactor_lag }", "HorizontalPodAutoscaler/most asks for waystory_reactor_lag, which the adapter does not offer"],
		["hasStabilizationWindow", "stabilizationWindowSeconds: 300", "stabilizationWindowSeconds: 30", "HorizontalPodAutoscaler/most scales down before 300 s of calm"],
		["hasStabilizationWindow", "scaleUp: { policies: [{}] }, ", "", "HorizontalPodAutoscaler/most does not say how fast it scales up"],
		["replicasShareWork", "maxReplicas: 2\n  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: relay }", "maxReplicas: 3\n  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: relay }", "Deployment/relay runs up to 3 times: one holds the lease, and one is its standby, so 2 do"],
	],
	"production": [
		["gatewayIngressOnly", "namespaceSelector: { matchLabels: { name: ingress } }", "namespaceSelector: {}", "StatefulSet/gateway is reached from every namespace"],
		["scalesOnLoad", "kind: HorizontalPodAutoscaler", "kind: VerticalPodAutoscaler", "Deployment/most has no autoscaler"],
		["runsTwice", "minReplicas: 2", "minReplicas: 1", "Deployment/most runs once"],
	],
}

sound := concat("", [
	installation,
	deployment("most", "command", "[--roles, 'command,query,projector,worker']"),
	deployment("relay", "relay", "[--roles, relay]"),
	others,
])

deployment(name, component, args) := strings.replace_n({"NAME": name, "COMPONENT": component, "ARGS": args}, deployment_template)

deployment_template := `---
apiVersion: apps/v1
kind: Deployment
metadata: { name: NAME }
spec:
  selector: { matchLabels: { role: NAME } }
  strategy: { rollingUpdate: { maxUnavailable: 0 } }
  template:
    metadata: { labels: { role: NAME, app.kubernetes.io/component: COMPONENT } }
    spec:
      serviceAccountName: waystory
      priorityClassName: first
      topologySpreadConstraints:
        - { topologyKey: topology.kubernetes.io/zone, maxSkew: 1, labelSelector: { matchLabels: { role: NAME } } }
        - { topologyKey: kubernetes.io/hostname, maxSkew: 1, labelSelector: { matchLabels: { role: NAME } } }
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: product
          image: waystory:0.1.0
          args: ARGS
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
metadata: { name: NAME }
spec: { maxUnavailable: 1, selector: { matchLabels: { role: NAME } } }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: NAME }
spec:
  minReplicas: 2
  maxReplicas: 2
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: NAME }
  metrics: [{ type: External, external: { metric: { name: waystory_reactor_lag_seconds } } }]
  behavior: { scaleUp: { policies: [{}] }, scaleDown: { stabilizationWindowSeconds: 300, policies: [{}] } }
`

installation := `apiVersion: v1
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
`

others := `---
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
`
