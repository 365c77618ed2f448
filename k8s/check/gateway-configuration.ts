import { z } from 'zod';
import { isObject, type Json } from './json.ts';

const byName = z.looseObject({ name: z.string(), port: z.string() });

/** Names of the services that the gateway looks up. */
export function servicesOf(configuration: Json): string[] {
  const found = new Set<string>();
  onThisMachine(configuration, (name) => {
    found.add(name);
    return 0;
  });
  return [...found].sort();
}

/** The same configuration with a local address in place of each service. */
export function onThisMachine(value: Json, portOf: (service: string) => number): Json {
  if (Array.isArray(value)) return value.map((one) => onThisMachine(one, portOf));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, onThisMachine(one, portOf)]));
  if (copy.dynamic_upstreams === undefined) return copy;
  const { name } = byName.parse(copy.dynamic_upstreams);
  const { dynamic_upstreams: _, ...rest } = copy;
  return { ...rest, upstreams: [{ dial: `127.0.0.1:${portOf(name)}` }] };
}
