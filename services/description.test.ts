import { readFileSync } from 'node:fs';
import { schemasOf } from '@waystory/infra/http/answer-route.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definitions } from './all.ts';
import { generatedFolder } from './generate.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Parameter {
  in: string;
  name: string;
  required: boolean;
  schema?: Schema;
  content?: { 'application/json': { schema: Schema } };
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}
const api = JSON.parse(readFileSync(new URL('openapi.json', generatedFolder), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Texts that match all patterns. The generator supports no negative lookaheads, so the patterns also filter its output. */
function texts(patterns: readonly string[], least: number, most: number): fc.Arbitrary<string> {
  const all = patterns.map((pattern) => new RegExp(pattern, 'u'));
  const [narrowest] = patterns.filter((pattern) => pattern !== '^[^\\u0000]*$' && !pattern.includes('\\p{')).toReversed();
  const some = narrowest ? fc.stringMatching(new RegExp(narrowest.replace(/\(\?!.*?\\b.*?\\b.*?\\b.*?\\b\)/g, ''))) : fc.string({ unit: 'binary' });
  return some.filter((value) => value.length >= least && value.length <= most && all.every((pattern) => pattern.test(value)));
}

const components = new Map<string, fc.Arbitrary<unknown>>();
function component(name: string): fc.Arbitrary<unknown> {
  const values = components.get(name) ?? valuesOf(api.components.schemas[name] ?? {});
  components.set(name, values);
  return values;
}

/** Values that a schema of the description allows. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, enum: options, const: only } = schema as Record<string, never>;
  if ($ref) return component(String($ref).split('/').at(-1) ?? '');
  if (options) return fc.constantFrom(...(options as unknown[]));
  if (only !== undefined) return fc.constant(only);
  if (oneOf) return fc.oneof(...(oneOf as Schema[]).map((one) => objects(schema, oneOf as Schema[], one)));
  if (anyOf) return fc.oneof(...(anyOf as Schema[]).map(valuesOf));
  const least = Number(schema.minimum ?? -1_000);
  switch (schema.type) {
    case 'string': {
      const { pattern, allOf = [] } = schema as { pattern?: string; allOf?: { pattern: string }[] };
      return texts(
        [...(pattern ? [pattern] : []), ...allOf.map((one) => one.pattern)],
        Number(schema.minLength ?? 0),
        Number(schema.maxLength ?? 1_000),
      );
    }
    case 'integer':
      return fc.integer({ min: least, max: Math.min(Number(schema.maximum ?? 1_000_000), 2 ** 31) });
    case 'number':
      return fc.double({ min: least, max: Number(schema.maximum ?? 1_000), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as Schema), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 4), 4),
      });
    case 'object':
      return objects(schema);
    default:
      return fc.constant({});
  }
}

const namesIn = (schema: Schema | undefined): string[] => [
  ...((schema?.required ?? []) as string[]),
  ...((schema?.anyOf ?? []) as Schema[]).slice(0, 1).flatMap(namesIn),
];
const everyNameIn = (schema: Schema): string[] => [
  ...((schema.required ?? []) as string[]),
  ...((schema.anyOf ?? []) as Schema[]).flatMap(everyNameIn),
];

/** Objects with the required fields, also those of `alternative`, and some optional fields. Fields of the other alternatives are left out. */
function objects(schema: Schema, alternatives: readonly Schema[] = [], alternative?: Schema): fc.Arbitrary<unknown> {
  const required = [...namesIn(schema), ...namesIn(alternative)];
  const others = alternatives.filter((one) => one !== alternative).flatMap(everyNameIn);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(([name]) => !others.includes(name));
  const fields = Object.fromEntries(properties.map(([name, value]) => [name, valuesOf(value)]));
  const least = Number(schema.minProperties ?? 0);
  const companions = Object.entries((schema.dependentRequired ?? {}) as Record<string, string[]>);
  return fc
    .record(fields, { requiredKeys: required.filter((name) => name in fields) })
    .filter(
      (value) => Object.keys(value).length >= least && companions.every(([name, others]) => !(name in value) || others.every((one) => one in value)),
    );
}

/** Values of the parameters in one location (path or query) as text: JSON content is stringified, and an object yields one parameter per field. */
function parametersOf({ parameters = [] }: Operation, place: string): fc.Arbitrary<Record<string, unknown>> {
  // `after` is left out, because a cursor comes from an earlier page only.
  const here = parameters.filter((parameter) => parameter.in === place && parameter.name !== 'after');
  const sent = here.map(({ name, schema, content }): [string, fc.Arbitrary<object>] => {
    if (content) return [name, valuesOf(content['application/json'].schema).map((value) => ({ [name]: JSON.stringify(value) }))];
    const values = valuesOf(schema ?? {});
    return [name, values.map((value) => (typeof value === 'object' && !Array.isArray(value) ? wordsIn(value ?? {}) : wordsIn({ [name]: value })))];
  });
  const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(sent), { requiredKeys }).map((values) => Object.assign({}, ...Object.values(values)));
}
const wordsIn = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]));

const routes = definitions.flatMap(({ routes: bound, openRoutes = [] }) =>
  [...bound.map((one) => one.routes), ...openRoutes].flatMap((table) => Object.entries(table)),
);
const operations = Object.values(api.paths).flatMap((path) => Object.values(path));
/** Number of generated requests per route. */
const made = 15;
/** Refusals that no schema can express: limits on page times limit, on nested conditions and on times, and dependencies between values. */
const unsayable =
  /^(Too many conditions|Beyond item|Only the first|Must be still to come|Too far ahead|Goes with suspended: true|Must not be south of|At most 2 degrees)/;

describe('Request that the API description allows is accepted:', () => {
  test.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (name, operation) => {
    const route = routes.find(([other]) => other === name)?.[1];
    if (!route) return expect.fail('There is no such route');
    const schemas = schemasOf(route);
    const bodySchema = operation.requestBody?.content['application/json']?.schema;
    const requests = fc.record({
      params: parametersOf(operation, 'path'),
      query: parametersOf(operation, 'query'),
      body: bodySchema ? valuesOf(bodySchema) : fc.constant({}),
    });
    const refusals = fc.sample(requests, { numRuns: made, seed: 1 }).flatMap((request) => {
      const issues = (['params', 'query', 'body'] as const).flatMap((part) => schemas[part]?.safeParse(request[part]).error?.issues ?? []);
      const wrong = issues.filter(({ message }) => !unsayable.test(message));
      return wrong.length > 0 ? [{ request, wrong: wrong.map(({ path, message }) => `${path.join('.')}: ${message}`) }] : [];
    });
    expect(refusals).toEqual([]);
  });
});
