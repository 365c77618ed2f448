# Manifests of an overlay, as `input.manifests`, with the parts that rules look at.
package manifests

of_kind(kind) := [one | some one in input.manifests; one.kind == kind]

title(manifest) := sprintf("%s/%s", [manifest.kind, manifest.metadata.name])

workloads := [one | some one in input.manifests; one.kind in {"Deployment", "StatefulSet", "Job"}]

deployments := of_kind("Deployment")

pod(workload) := workload.spec.template.spec

labels(workload) := object.get(workload, ["spec", "template", "metadata", "labels"], {})

role(workload) := object.get(labels(workload), "app.kubernetes.io/component", "")

# Every container of every workload; `product` is the product itself.
processes := [{"workload": workload, "container": container, "title": title(workload)} |
	some workload in workloads
	some container in pod(workload).containers
]

product_processes := [process | some process in processes; process.container.name == "product"]

# Variables of a container: those of its ConfigMaps, then its own.
variables(container) := object.union_n(array.concat(maps, [own])) if {
	names := {source.configMapRef.name | some source in object.get(container, "envFrom", [])}
	maps := [object.get(map, "data", {}) | some map in of_kind("ConfigMap"); map.metadata.name in names]
	own := {variable.name: object.get(variable, "value", "") | some variable in object.get(container, "env", [])}
}

selects(selector, workload) if {
	every key, value in object.get(selector, "matchLabels", {}) {
		labels(workload)[key] == value
	}
	every expression in object.get(selector, "matchExpressions", []) {
		labels(workload)[expression.key] in expression.values
	}
}

selected(selector) := {title(workload) | some workload in workloads; selects(selector, workload)}

# Arguments of a server: contexts, then `--roles` with names between commas. Without names it is all of them.
roles(container) := names if {
	some at, "--roles" in container.args
	names := {name | some name in split(container.args[at + 1], ",")}
} else := {"command", "query", "projector", "worker", "relay"}

contexts(container) := names if {
	names := {name |
		some at, name in object.get(container, "args", [])
		not startswith(name, "-")
		not follows_option(container.args, at)
	}
	count(names) > 0
} else := {name | some name, _ in data.facts.readModels}

follows_option(args, at) if startswith(args[at - 1], "--")

autoscalers := of_kind("HorizontalPodAutoscaler")

autoscaled := {autoscaler.spec.scaleTargetRef.name | some autoscaler in autoscalers}
