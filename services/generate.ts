// `node services/generate.ts [--check]` writes the files derived from the definitions; `--check` only reports outdated ones.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '@waystory/infra/config.ts';
import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import { mountRoutes, type RouteServices } from '@waystory/infra/http/answer-route.ts';
import { createApp, documentApi } from '@waystory/infra/http/app.ts';
import type { BoundRoutes } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { createLog } from '@waystory/infra/log.ts';
import { generateWire } from '@waystory/proto/events/generate-wire.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { z } from 'zod';
import { definitions as everything } from './all.ts';

/** Folder of generated files. */
export const generatedFolder = new URL('../proto/gen/', import.meta.url);
const samples = 'samples/';

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Binds routes to handlers that throw, because the real handlers need a running product. */
const undone = (routes: Record<string, Route>): BoundRoutes => ({
  routes,
  handlers: Object.fromEntries(Object.keys(routes).map((name) => [name, never])),
});
const never = async (): Promise<never> => {
  throw new Error('No request reaches a description');
};

/** OpenAPI 3.1 of all routes, as the product serves it at /api/docs/json. */
async function openApiOf(definitions: readonly ServiceDefinition[]): Promise<object> {
  const config = readConfig({ LOG_LEVEL: 'silent' });
  const app = await createApp(createLog(config.LOG_LEVEL), {});
  await documentApi(app, config.LOG_LEVEL);
  const services = {} as RouteServices; // as: the app only describes its routes, so no request reaches a handler
  for (const { name, routes, openRoutes = [] } of definitions) {
    const mount = async (scope: typeof app) => {
      for (const bound of [...routes, ...openRoutes.map(undone)]) mountRoutes(scope, bound, services, () => true, name);
    };
    await app.register(mount, { prefix: '/api' });
  }
  const answer = await app.inject('/api/docs/json');
  await app.close();
  return answer.json();
}

/**
 * File names and contents of sample events, one per type in its current version. A file is written once and never changed, because stored events must
 * stay readable.
 */
function samplesOf(definitions: readonly ServiceDefinition[]): Record<string, string> {
  const files = definitions.flatMap(({ streams }) =>
    streams.flatMap((vocabulary) =>
      Object.entries(vocabulary.schemas).map(([type, payload]): [string, string] => {
        const schema = schemaVersion(vocabulary, type);
        return [`${samples}${type}.v${schema}.json`, jsonText({ type, schema, data: sampleOf(payload, [type]) })];
      }),
    ),
  );
  return Object.fromEntries(files);
}

/**
 * A plausible value of a schema with every field set, the same in every run.
 * @param path Path of the value; its last part is the field name.
 * @throws Error when no known sample value is valid.
 */
export function sampleOf(schema: z.core.$ZodType, path: readonly string[]): unknown {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field, [...path, name])]));
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, path)];
  if (schema instanceof z.ZodRecord) return { [String(sampleOf(schema.keyType, path))]: sampleOf(schema.valueType, path) };
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] ?? z.never(), path);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return sampleOf(schema.unwrap(), path);
  const fitting = candidates(schema, path).find((candidate) => z.safeParse(schema, candidate).success);
  if (fitting === undefined) throw new Error(`No sample fits ${path.join('.')}; give one for its name or kind`);
  return fitting;
}

/** Sample values by field name. */
const byName: Readonly<Record<string, unknown>> = {
  title: 'Lisbon, hill by hill',
  name: 'Torre de Belém',
  description: 'Two slow days between river and viewpoints.\nStart before breakfast.',
  highlights: 'The cloister at Belém',
  city: 'Lisboa',
  countryName: 'Portugal',
  postalCode: '1400-038',
  latitude: 38.69159,
  longitude: -9.21598,
  userName: 'tram_twentyeight',
  firstDate: '2026-05-04',
};

function candidates(schema: z.core.$ZodType, path: readonly string[]): unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  const name = path.at(-1) ?? '';
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const texts = [`Some ${words}`, derivedId('sample', ...path), '2026-05-04T09:30:00.000Z', `https://images.example.org/${name}.jpg`, 'PT', 'Q42'];
  return [...(Object.hasOwn(byName, name) ? [byName[name]] : []), ...texts, 45, 1, true];
}

/**
 * Updates the files in `folder` and returns the outdated ones; with `check` nothing is written. An existing sample is never changed, whatever its
 * content.
 */
export async function generateFiles(folder: URL, definitions: readonly ServiceDefinition[], check: boolean): Promise<string[]> {
  const files = { 'openapi.json': jsonText(await openApiOf(definitions)), ...samplesOf(definitions) };
  const outdated = Object.entries(files).filter(([name, text]) => {
    const file = new URL(name, folder);
    return !existsSync(file) || (!name.startsWith(samples) && readFileSync(file, 'utf8') !== text);
  });
  for (const [name, text] of check ? [] : outdated) {
    const file = new URL(name, folder);
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  }
  return outdated.map(([name]) => name);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  // The wire format has its own samples, derived from these.
  const names = [...(await generateFiles(generatedFolder, everything, values.check)), ...(await generateWire(values.check))];
  for (const name of names) console.log(`${values.check ? 'out of date' : 'written'}: proto/gen/${name}`);
  if (values.check && names.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
