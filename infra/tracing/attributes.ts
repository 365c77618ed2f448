/**
 * Everything that a span may say of what it stands for. Names of routes, commands, engines and projections, ids of runs, codes and numbers: nothing that
 * anybody typed, and no address. Names are those of OpenTelemetry's semantic conventions where it has one.
 */
export const attributeNames = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  // Code of what went wrong, never its text.
  'error.type',
  'db.system.name',
  'db.operation.name',
  'messaging.system',
  'messaging.destination.partition.id',
  // A service beside the product that is no database.
  'peer.service',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'waystory.command',
  'waystory.stream.category',
  'waystory.event.type',
  'waystory.events',
  'waystory.projection',
  // The documents were stored along with the event.
  'waystory.inlined',
  'waystory.reactor',
  'waystory.workflow.name',
  'waystory.workflow.id',
  'waystory.workflow.step',
] as const;

export type AttributeName = (typeof attributeNames)[number];
export type Attributes = { readonly [K in AttributeName]?: string | number | boolean };
