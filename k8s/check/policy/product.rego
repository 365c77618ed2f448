# Rules for the processes of the product: what they are given, and how they start, stop and share machines.
package product

import data.manifests

# A Job ends by itself; everything else is probed.
deny contains sprintf("hasProbes: %s %s has no %s", [process.title, process.container.name, probe]) if {
	some process in manifests.processes
	process.workload.kind != "Job"
	some probe in ["startupProbe", "livenessProbe", "readinessProbe"]
	not process.container[probe]
}

# Processes of two releases would write events that one of them does not know.
deny contains sprintf("oneImage: the product runs from %d images: %s", [count(images), concat(", ", images)]) if {
	images := {process.container.image | some process in manifests.product_processes}
	count(images) != 1
}

deny contains sprintf("namespaceIsRestricted: %s admits pods without restrictions", [manifests.title(namespace)]) if {
	some namespace in manifests.of_kind("Namespace")
	object.get(namespace, ["metadata", "labels", "pod-security.kubernetes.io/enforce"], "") != "restricted"
}

# A Service or a disruption budget is for one workload: a looser selector mixes pods, an empty one selects all.
deny contains sprintf("selectsOneWorkload: %s selects %s", [manifests.title(one), concat(", ", found)]) if {
	some [one, selector] in selectors
	found := manifests.selected(selector)
	count(found) > 1
}

deny contains sprintf("selectsOneWorkload: %s selects nothing", [manifests.title(one)]) if {
	some [one, selector] in selectors
	count(manifests.selected(selector)) == 0
}

selectors := array.concat(
	[[service, {"matchLabels": object.get(service, ["spec", "selector"], {})}] | some service in manifests.of_kind("Service")],
	[[budget, budget.spec.selector] | some budget in manifests.of_kind("PodDisruptionBudget")],
)

# Without a budget, maintenance of nodes may evict all processes at once.
deny contains sprintf("hasDisruptionBudget: %s has none", [manifests.title(deployment)]) if {
	some deployment in manifests.deployments
	every budget in manifests.of_kind("PodDisruptionBudget") {
		not manifests.selects(budget.spec.selector, deployment)
	}
}

places := ["topology.kubernetes.io/zone", "kubernetes.io/hostname"]

spread(deployment, place) := constraint if {
	some constraint in manifests.pod(deployment).topologySpreadConstraints
	constraint.topologyKey == place
}

deny contains sprintf("isSpread: %s is not spread over %s", [manifests.title(deployment), place]) if {
	some deployment in manifests.deployments
	some place in places
	not spread(deployment, place)
}

# A looser selector counts the pods of others, and leaves its own together.
deny contains sprintf("isSpread: %s is spread over %s together with %s", [manifests.title(deployment), place, concat(", ", counted)]) if {
	some deployment in manifests.deployments
	some place in places
	selector := spread(deployment, place).labelSelector
	counted := {manifests.title(other) | some other in manifests.deployments; manifests.selects(selector, other)}
	counted != {manifests.title(deployment)}
}

deny contains sprintf("hasPriority: %s has none that exists", [manifests.title(deployment)]) if {
	some deployment in manifests.deployments
	not object.get(manifests.pod(deployment), "priorityClassName", "") in {class.metadata.name | some class in manifests.of_kind("PriorityClass")}
}

# A new process is ready before an old one stops.
deny contains sprintf("rollsWithoutGap: %s is short of a process during a rollout", [manifests.title(deployment)]) if {
	some deployment in manifests.deployments
	object.get(deployment, ["spec", "strategy", "rollingUpdate", "maxUnavailable"], "25%") != 0
}

pre_stop(container) := object.get(container, ["lifecycle", "preStop", "sleep", "seconds"], 0)

# Endpoints are withdrawn with a delay; requests of that time would be refused.
deny contains sprintf("waitsBeforeStop: %s serves and does not wait before it stops", [manifests.title(deployment)]) if {
	some deployment in manifests.deployments
	some service in manifests.of_kind("Service")
	manifests.selects({"matchLabels": object.get(service, ["spec", "selector"], {})}, deployment)
	some container in manifests.pod(deployment).containers
	pre_stop(container) == 0
}

# Longest graceful stop of a container, seconds.
stop_seconds(container) := data.facts.stopSeconds if container.name == "product"

else := to_number(found[0][1]) if {
	texts := [text | some map in manifests.of_kind("ConfigMap"); text := map.data.Caddyfile]
	found := regex.find_all_string_submatch_n(`(?m)^\s*grace_period (\d+)s$`, concat("\n", texts), 1)
}

deny contains sprintf("mayFinish: %s %s has no known longest stop", [manifests.title(deployment), container.name]) if {
	some deployment in manifests.deployments
	some container in manifests.pod(deployment).containers
	not stop_seconds(container)
}

# Kubernetes kills a pod after 30 s where nothing else is said.
deny contains sprintf("mayFinish: %s is killed after %d s, but %s may take %d", [manifests.title(deployment), granted, container.name, needed]) if {
	some deployment in manifests.deployments
	granted := object.get(manifests.pod(deployment), "terminationGracePeriodSeconds", 30)
	some container in manifests.pod(deployment).containers
	needed := pre_stop(container) + stop_seconds(container)
	granted <= needed
}

# Share of a container's memory for the heap; the rest is for buffers, threads and the program.
heap_share := 0.75

mebibytes(quantity) := to_number(found[0][1]) * {"Mi": 1, "Gi": 1024}[found[0][2]] if {
	found := regex.find_all_string_submatch_n(`^(\d+(?:\.\d+)?)(Mi|Gi)$`, quantity, 1)
}

heap(container) := to_number(found[0][1]) if {
	options := object.get(manifests.variables(container), "NODE_OPTIONS", "")
	found := regex.find_all_string_submatch_n(`(?:^|\s)--max-old-space-size=(\d+)(?:\s|$)`, options, 1)
}

# A heap without a limit outgrows the container, which is killed where it could have collected garbage.
deny contains sprintf("heapFits: %s has no limit of its heap", [process.title]) if {
	some process in manifests.product_processes
	not heap(process.container)
}

deny contains sprintf("heapFits: %s has a heap of %d MiB in a container of %s", [process.title, heap(process.container), limit]) if {
	some process in manifests.product_processes
	limit := object.get(process.container, ["resources", "limits", "memory"], "0Mi")
	not heap(process.container) <= mebibytes(limit) * heap_share
}

# Secrets are files; a check beside these rules looks at the values of variables.
deny contains sprintf("secretsAreFiles: %s: %s comes from a reference", [process.title, variable.name]) if {
	some process in manifests.product_processes
	some variable in object.get(process.container, "env", [])
	variable.valueFrom
}

deny contains sprintf("secretsAreFiles: %s takes variables from more than ConfigMaps", [process.title]) if {
	some process in manifests.product_processes
	some source in object.get(process.container, "envFrom", [])
	not source.configMapRef
}

deny contains sprintf("secretFilesAreMounted: %s: %s names %s, where no secret is mounted", [process.title, name, path]) if {
	some process in manifests.product_processes
	secrets := {volume.name | some volume in object.get(manifests.pod(process.workload), "volumes", []); volume.secret}
	folders := {sprintf("%s/", [mount.mountPath]) | some mount in object.get(process.container, "volumeMounts", []); mount.name in secrets}
	some name, path in manifests.variables(process.container)
	endswith(name, "_FILE")
	every folder in folders {
		not startswith(path, folder)
	}
}
