# Rules for the overlay of production alone.
package production

import data.manifests

deny contains sprintf("runsTwice: %s runs once", [manifests.title(workload)]) if {
	some workload in manifests.workloads
	workload.kind != "Job"
	object.get(workload.spec, "replicas", 1) < 2
	every autoscaler in manifests.autoscalers {
		not scales_to_two(autoscaler, workload)
	}
}

scales_to_two(autoscaler, workload) if {
	autoscaler.spec.scaleTargetRef.name == workload.metadata.name
	autoscaler.spec.minReplicas >= 2
}

# Relays have a fixed number, and tiles of the map are built before they are requested.
deny contains sprintf("scalesOnLoad: %s has no autoscaler", [manifests.title(workload)]) if {
	some workload in manifests.deployments
	not workload.metadata.name in manifests.autoscaled
	not has_fixed_number(manifests.pod(workload).containers[0])
}

has_fixed_number(container) if {
	container.name == "product"
	"relay" in manifests.roles(container)
}

has_fixed_number(container) if {
	container.name == "product"
	manifests.contexts(container) == {"basemap"}
}

# The ingress names the address of a caller; another sender could forge it.
deny contains sprintf("gatewayIngressOnly: %s is reached from every namespace", [manifests.title(workload)]) if {
	some workload in manifests.workloads
	manifests.role(workload) == "gateway"
	some policy in manifests.of_kind("NetworkPolicy")
	manifests.selects(policy.spec.podSelector, workload)
	some rule in object.get(policy.spec, "ingress", [])
	admits_every_namespace(rule)
}

admits_every_namespace(rule) if count(object.get(rule, "from", [])) == 0

admits_every_namespace(rule) if {
	some peer in rule.from
	peer.namespaceSelector
	not peer.namespaceSelector.matchLabels
}
