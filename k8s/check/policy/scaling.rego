# Rules for the number of processes.
package scaling

import data.manifests

target(autoscaler) := workload if {
	some workload in manifests.workloads
	workload.kind == autoscaler.spec.scaleTargetRef.kind
	workload.metadata.name == autoscaler.spec.scaleTargetRef.name
}

deny contains sprintf("hasScaleTarget: %s scales %s/%s, which does not exist", [manifests.title(autoscaler), reference.kind, reference.name]) if {
	some autoscaler in manifests.autoscalers
	reference := autoscaler.spec.scaleTargetRef
	not target(autoscaler)
}

deny contains sprintf("hasScaleTarget: %s has both replicas and an autoscaler", [manifests.title(target(autoscaler))]) if {
	some autoscaler in manifests.autoscalers
	target(autoscaler).spec.replicas
}

# An autoscaler without its metric never changes the number.
deny contains sprintf("metricExists: %s asks for %s, which the adapter does not offer", [manifests.title(autoscaler), name]) if {
	some autoscaler in manifests.autoscalers
	some [source, name] in metrics(autoscaler)
	not data.facts.offered[source][name]
}

deny contains sprintf("metricExists: %s asks for %s, which the product does not measure", [manifests.title(autoscaler), series]) if {
	some autoscaler in manifests.autoscalers
	some [source, name] in metrics(autoscaler)
	series := data.facts.offered[source][name]
	not trim_suffix(series, "_count") in data.facts.metrics
}

metrics(autoscaler) := [[source, metric[source].metric.name] |
	some metric in object.get(autoscaler.spec, "metrics", [])
	some source in ["pods", "external"]
	metric[source]
]

calm_seconds := 300

# Processes that follow every swing of the load would do nothing but start.
deny contains sprintf("hasStabilizationWindow: %s does not say how fast it scales up", [manifests.title(autoscaler)]) if {
	some autoscaler in manifests.autoscalers
	count(object.get(autoscaler, ["spec", "behavior", "scaleUp", "policies"], [])) == 0
}

deny contains sprintf("hasStabilizationWindow: %s scales down before %d s of calm", [manifests.title(autoscaler), calm_seconds]) if {
	some autoscaler in manifests.autoscalers
	object.get(autoscaler, ["spec", "behavior", "scaleDown", "stabilizationWindowSeconds"], 0) < calm_seconds
}

# A relay holds a lease; the second one is its standby.
most_useful(workload, container) := {"count": 1, "reason": "one works under a lock"} if workload.kind == "Job"

else := {"count": 2, "reason": "one holds the lease, and one is its standby"} if manifests.roles(container) == {"relay"}

else := {"count": max([models, 2]), "reason": "each read model has one process"} if {
	manifests.roles(container) == {"projector"}
	models := sum([data.facts.readModels[context] | some context in manifests.contexts(container)])
}

most_running(workload) := most if {
	some autoscaler in manifests.autoscalers
	autoscaler.spec.scaleTargetRef.name == workload.metadata.name
	most := autoscaler.spec.maxReplicas
} else := max([object.get(workload.spec, field, 1) | some field in ["replicas", "parallelism", "completions"]])

# A process without a share of the work only holds connections.
deny contains sprintf("replicasShareWork: %s runs up to %d times: %s, so %d do", [process.title, running, most.reason, most.count]) if {
	some process in manifests.product_processes
	most := most_useful(process.workload, process.container)
	running := most_running(process.workload)
	running > most.count
}
