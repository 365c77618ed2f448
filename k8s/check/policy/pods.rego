# Rules for every overlay, jobs that are no part of the product included.
package pods

import data.manifests

# The scheduler places by requests, and a limit keeps a leak from its neighbours.
deny contains sprintf("hasResources: %s %s requests no %s", [process.title, process.container.name, resource]) if {
	some process in manifests.processes
	some resource in ["cpu", "memory"]
	not process.container.resources.requests[resource]
}

deny contains sprintf("hasResources: %s %s has no limit of memory", [process.title, process.container.name]) if {
	some process in manifests.processes
	not process.container.resources.limits.memory
}

deny contains sprintf("isConfined: %s %s %s", [process.title, process.container.name, problem]) if {
	some process in manifests.processes
	some problem in confinement_problems(manifests.pod(process.workload), process.container)
}

confinement_problems(pod, container) := {problem |
	some problem, holds in {
		"may run as root": object.get(pod, ["securityContext", "runAsNonRoot"], false) == true,
		"has no seccomp profile": object.get(pod, ["securityContext", "seccompProfile", "type"], "") == "RuntimeDefault",
		"gets a token of Kubernetes": object.get(pod, "automountServiceAccountToken", true) == false,
		"uses the default service account": object.get(pod, "serviceAccountName", "") != "",
		"may write to its root file system": object.get(container, ["securityContext", "readOnlyRootFilesystem"], false) == true,
		"may gain privileges": object.get(container, ["securityContext", "allowPrivilegeEscalation"], true) == false,
		"keeps capabilities": "ALL" in object.get(container, ["securityContext", "capabilities", "drop"], []),
	}
	not holds
}

# The same manifests start the same programs tomorrow.
deny contains sprintf("imageIsPinned: %s %s %s names no version", [process.title, process.container.name, process.container.image]) if {
	some process in manifests.processes
	not regex.match(`:[^:/@]*\d[^:/@]*$`, process.container.image)
}

# A selector with a typing error selects nothing, and admits nothing.
deny contains sprintf("policySelectsPods: %s selects nothing: %s", [manifests.title(policy), json.marshal(selector)]) if {
	some policy in manifests.of_kind("NetworkPolicy")
	peers := [peer |
		some peer in array.concat(
			[from | some rule in object.get(policy.spec, "ingress", []); some from in object.get(rule, "from", [])],
			[to | some rule in object.get(policy.spec, "egress", []); some to in object.get(rule, "to", [])],
		)
		not peer.namespaceSelector
	]
	some selector in array.concat([policy.spec.podSelector], [peer.podSelector | some peer in peers])
	count(manifests.selected(selector)) == 0
}
