type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/**
 * Says of queries what a schema for each parameter alone cannot. Parameters whose schema names the same `x-together` are one object with all of
 * them, which goes over the wire as its properties (form style, exploded). What JSON in a parameter refers to, its `$defs`, becomes components.
 */
export function describeQueries(api: Json): Json {
  const definitions: Json = {};
  for (const operation of Object.values(objectOf(api.paths)).flatMap((path) => Object.values(objectOf(path)))) {
    if (!isObject(operation) || !Array.isArray(operation.parameters)) continue;
    const parameters = operation.parameters.filter(isObject);
    for (const media of parameters.flatMap(({ content }) => Object.values(objectOf(content))).filter(isObject)) {
      const { $defs, ...schema } = objectOf(media.schema);
      media.schema = schema;
      Object.assign(definitions, $defs);
    }
    operation.parameters = groupTogether(parameters);
  }
  const components = objectOf(api.components);
  return { ...api, components: { ...components, schemas: { ...objectOf(components.schemas), ...definitions } } };
}

const groupOf = ({ schema }: Json): unknown => objectOf(schema)['x-together'];

function groupTogether(parameters: readonly Json[]): Json[] {
  const groups = Map.groupBy(parameters, groupOf);
  const alone = groups.get(undefined) ?? [];
  groups.delete(undefined);
  return [...alone, ...[...groups].map(([name, members]) => ({ in: 'query', name, required: false, schema: groupSchema(members) }))];
}

function groupSchema(members: readonly Json[]): Json {
  const properties = members.map(({ name, schema }) => {
    const { 'x-together': _, ...own } = objectOf(schema);
    return [name, own] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), required: properties.map(([name]) => name), additionalProperties: false };
}
