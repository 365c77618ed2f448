/**
 * Closed list of span attributes: names of routes, commands, engines and projections, ids of runs, codes and numbers.
 * Nothing that anybody typed, and no address. Names follow OpenTelemetry's semantic conventions where those exist.
 */
export const attributeNames = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  // Error code, never its text.
  'error.type',
  'db.system.name',
  'db.operation.name',
  'messaging.system',
  'messaging.destination.partition.id',
  // An external service that is no database.
  'peer.service',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'waystory.command',
  'waystory.stream.category',
  'waystory.event.type',
  'waystory.events',
  'waystory.projection',
  // Documents were stored in the event's own transaction.
  'waystory.inlined',
  'waystory.reactor',
  'waystory.workflow.name',
  'waystory.workflow.id',
  'waystory.workflow.step',
] as const;

export type AttributeName = (typeof attributeNames)[number];
export type Attributes = { readonly [K in AttributeName]?: string | number | boolean };
