# Rules for the network of the product.
package network

import data.manifests

policies(workload) := [policy.spec |
	some policy in manifests.of_kind("NetworkPolicy")
	manifests.selects(policy.spec.podSelector, workload)
]

# One policy for all pods admits nothing in or out; the others are exceptions.
deny contains "deniesByDefault: no network policy closes what no other one opens" if {
	every policy in manifests.of_kind("NetworkPolicy") {
		not denies_all(policy.spec)
	}
}

denies_all(spec) if {
	count(object.get(spec.podSelector, "matchLabels", {})) == 0
	count(object.get(spec.podSelector, "matchExpressions", [])) == 0
	count(spec.policyTypes) == 2
	count(object.get(spec, "ingress", [])) == 0
	count(object.get(spec, "egress", [])) == 0
}

every_role := {"command", "query", "projector", "worker", "relay", "migration"}

# Roles that call other services for people.
callers := {"command", "query", "worker"}

# Settings that hold an address, with its usual port and the roles that connect to it.
endpoints := {
	"DATABASE_URL": {"port": 5432, "roles": every_role},
	"EVENTSTORE_URL": {"port": 2113, "roles": every_role},
	"KAFKA_BROKERS": {"port": 9092, "roles": every_role},
	"MONGODB_URL": {"port": 27017, "roles": every_role},
	"OTEL_EXPORTER_OTLP_ENDPOINT": {"port": 4318, "roles": every_role},
	"ELASTICSEARCH_URL": {"port": 9200, "roles": every_role - {"relay"}},
	"TEMPORAL_ADDRESS": {"port": 7233, "roles": callers},
	"AZURE_STORAGE_URL": {"port": 443, "roles": callers},
	"OIDC_ISSUER": {"port": 443, "roles": callers},
	"OPENAI_BASE_URL": {"port": 443, "roles": callers},
	"STRIPE_SECRET_KEY": {"port": 443, "roles": callers},
}

# Ports in the value of a setting; the usual one where it has none, or where a file has it.
ports(value, usual) := named if {
	named := {to_number(match[1]) | some match in regex.find_all_string_submatch_n(`:(\d{2,5})(?:[/,?]|$)`, value, -1)}
	count(named) > 0
} else := {usual}

# Ports outside of the namespace; rules for pods, and for the look-up of names, have other peers.
outside_ports(workload) := {port.port |
	some policy in policies(workload)
	some rule in object.get(policy, "egress", [])
	every peer in object.get(rule, "to", []) {
		peer.ipBlock
	}
	some port in object.get(rule, "ports", [])
}

pod_ports(workload) := {port.port |
	some policy in policies(workload)
	some rule in object.get(policy, "egress", [])
	some peer in object.get(rule, "to", [])
	peer.podSelector
	some port in object.get(rule, "ports", [])
}

is_set(variables, name) if variables[name]

is_set(variables, name) if variables[sprintf("%s_FILE", [name])]

# A process without a way to its engine waits for it without end.
deny contains sprintf("requiredEgressAllowed: %s may not reach %s at %d", [process.title, setting, port]) if {
	some process in manifests.product_processes
	variables := manifests.variables(process.container)
	some setting, endpoint in endpoints
	manifests.role(process.workload) in endpoint.roles
	is_set(variables, setting)
	some port in ports(object.get(variables, setting, ""), endpoint.port)
	not port in (outside_ports(process.workload) | pod_ports(process.workload))
}

# Least privilege: an intruder finds no way on.
deny contains sprintf("noFurtherEgress: %s may reach %d, which a %s never needs", [process.title, port, role]) if {
	some process in manifests.product_processes
	role := manifests.role(process.workload)
	some port in outside_ports(process.workload)
	not port in {endpoint.port | some endpoint in endpoints; role in endpoint.roles}
}

http_port := 4000

# The product trusts the gateway to name the address of a caller.
deny contains sprintf("ingressThroughGateway: %s is reached by %s", [process.title, other]) if {
	some process in manifests.product_processes
	some policy in policies(process.workload)
	some rule in object.get(policy, "ingress", [])
	admits_http(rule)
	some other in callers_of(rule)
}

admits_http(rule) if count(object.get(rule, "ports", [])) == 0

admits_http(rule) if http_port in {port.port | some port in rule.ports}

callers_of(rule) := {"anybody"} if is_open(rule)

else := {manifests.title(workload) |
	some workload in manifests.workloads
	manifests.role(workload) != "gateway"
	some peer in rule.from
	manifests.selects(peer.podSelector, workload)
}

is_open(rule) if count(object.get(rule, "from", [])) == 0

is_open(rule) if {
	some peer in rule.from
	not peer.podSelector
}

is_open(rule) if {
	some peer in rule.from
	peer.namespaceSelector
}
