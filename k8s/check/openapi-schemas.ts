import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from './json.ts';

const groupVersionKind = z.object({ group: z.string(), version: z.string(), kind: z.string() });
type GroupVersionKind = z.infer<typeof groupVersionKind>;

/**
 * Makes a schema strict, because the OpenAPI description of Kubernetes permits unknown fields. An `int-or-string`, which it describes as a string,
 * also accepts integers.
 */
function strict(value: Json): Json {
  if (Array.isArray(value)) return value.map(strict);
  if (!isObject(value)) return value;
  if (value.format === 'int-or-string') return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'description' || isObject(inner));
  const copy: JsonObject = Object.fromEntries(entries.map(([key, inner]) => [key, strict(inner)]));
  return isObject(copy.properties) && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

/** Names of the definitions that a schema refers to, directly or indirectly. */
function references(value: Json | undefined, definitions: JsonObject, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) references(one, definitions, found);
  if (!isObject(value)) return found;
  const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
  if (name !== undefined && !found.has(name)) {
    found.add(name);
    references(definitions[name], definitions, found);
  }
  for (const one of Object.values(value)) references(one, definitions, found);
  return found;
}

/** File name under which kubeconform looks up a schema. */
const fileOf = ({ group, version, kind }: GroupVersionKind): string =>
  `${kind.toLowerCase()}${group ? `-${group.split('.')[0]}` : ''}-${version}.json`;

function standalone(definition: JsonObject, { group, version, kind }: GroupVersionKind, definitions: JsonObject): JsonObject {
  const properties = isObject(definition.properties) ? definition.properties : {};
  const own = { apiVersion: { enum: [group ? `${group}/${version}` : version] }, kind: { enum: [kind] } };
  const required = Array.isArray(definition.required) ? definition.required : [];
  const used = [...references(definition, definitions)].sort().map((name): [string, Json] => [name, definitions[name] ?? {}]);
  return {
    ...definition,
    properties: { ...properties, ...own },
    required: [...new Set([...required, 'apiVersion', 'kind'])],
    definitions: Object.fromEntries(used),
  };
}

/**
 * Writes a strict JSON schema for each kind of the OpenAPI description, except lists, DeleteOptions and WatchEvent. Returns the number of schemas.
 */
export function writeSchemas(openApi: string, folder: string): number {
  const described = JSON.parse(readFileSync(openApi, 'utf8')) as { definitions: JsonObject }; // as: the OpenAPI 2 document of the pinned release
  const definitions: JsonObject = Object.fromEntries(Object.entries(described.definitions).map(([name, one]) => [name, strict(one)]));
  definitions[quantity] = { oneOf: [{ type: 'string' }, { type: 'number' }] };
  mkdirSync(folder, { recursive: true });
  let written = 0;
  for (const definition of Object.values(definitions)) {
    if (!isObject(definition)) continue;
    const kinds = z.array(groupVersionKind).safeParse(definition['x-kubernetes-group-version-kind']);
    for (const one of kinds.data ?? []) {
      if (one.kind.endsWith('List') || one.kind === 'DeleteOptions' || one.kind === 'WatchEvent') continue;
      writeFileSync(join(folder, fileOf(one)), JSON.stringify(standalone(definition, one, definitions)));
      written += 1;
    }
  }
  return written;
}
