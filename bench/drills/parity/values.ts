import { z } from 'zod';
import type { Random } from './random.ts';
import { byName, plain, strangeIds } from './words.ts';

/** What values are made with. */
export interface Making {
  random: Random;
  /** The word for something that was made before, of a kind named as in paths: `places`; undefined when there is nothing. */
  reference(kind: string): string | undefined;
}

const isReference = /^(.*[a-z])Ids?$/;
/** How often what may be left out or be null is there. */
const presence = 0.5;
const usual = 0.9;
/** How often something that is named was made before. */
const known = 0.97;
/** Fields that are never written: who is suspended is turned away some moments later, on each side when it learns of it. */
const unsettling: ReadonlySet<string> = new Set(['suspended']);
/** Fields that most callers may not write. */
const seldom: ReadonlySet<string> = new Set(['accountId', 'hidden']);

/** References to things of several kinds, or named after what they are to somebody. */
const namedOtherwise: Readonly<Record<string, string>> = {
  postable: 'itineraries',
  reactable: 'itineraries',
  reportable: 'itineraries',
  following: 'accounts',
  follower: 'accounts',
};

/** `countryIds` names `countries`. */
export function kindNamed(field: string): string | undefined {
  const entity = isReference.exec(field)?.[1];
  return entity && (namedOtherwise[entity] ?? (entity.endsWith('y') ? `${entity.slice(0, -1)}ies` : `${entity}s`));
}

/** A value that a schema takes, or nearly: what fields have to do with each other is left to chance. @param name of its field. */
export function fieldValue(schema: z.core.$ZodType, name: string, making: Making): unknown {
  const { random } = making;
  const kind = kindNamed(name);
  if (schema instanceof z.ZodObject) return objectFrom(schema, making);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodUUID && kind && making.reference(kind) === undefined) return [];
  if (schema instanceof z.ZodArray) return Array.from({ length: random.below(4) }, () => fieldValue(schema.element, name, making));
  if (schema instanceof z.ZodNullable) return random.chance(presence) ? fieldValue(schema.unwrap(), name, making) : null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return fieldValue(schema.unwrap(), name, making);
  if (schema instanceof z.ZodPipe) return fieldValue(schema.in, name, making);
  if (schema instanceof z.ZodUnion) return fieldValue(random.pick(schema.options), name, making);
  if (schema instanceof z.ZodEnum) return random.pick(schema.options);
  if (schema instanceof z.ZodLiteral) return random.pick([...schema.values]);
  if (schema instanceof z.ZodBoolean) return random.chance(0.5);
  const reference = kind && random.chance(known) ? making.reference(kind) : undefined;
  if (reference !== undefined) return reference;
  const taken = (values: readonly unknown[]): unknown[] => values.filter((value) => z.safeParse(schema, value).success);
  const own = taken(byName[name] ?? []);
  const fitting = own.length > 0 && random.chance(usual) ? own : taken([...plain, ...strangeIds]);
  return fitting.length > 0 ? random.pick(fitting) : 'x';
}

function objectFrom(schema: z.ZodObject, making: Making): Record<string, unknown> {
  const isThere = (name: string, field: z.core.$ZodType): boolean =>
    !(field instanceof z.ZodOptional || field instanceof z.ZodDefault) || making.random.chance(seldom.has(name) ? 0.1 : presence);
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) =>
      !unsettling.has(name) && isThere(name, field) ? [[name, fieldValue(field, name, making)]] : [],
    ),
  );
}

const attempts = 25;

/** A value that a schema takes, also as a whole; after some attempts one that it may not take. */
export function fittingValue(schema: z.core.$ZodType, making: Making, asSent: (value: unknown) => unknown): unknown {
  let value: unknown;
  for (let attempt = 0; attempt < attempts; attempt++) {
    value = fieldValue(schema, '', making);
    if (z.safeParse(schema, asSent(value)).success) return value;
  }
  return value;
}
