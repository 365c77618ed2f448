import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { z } from 'zod';
import type { EventVocabulary } from '../kit/event.ts';
import type { EventSample } from './golden.ts';
import { isObject } from './message-plan.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const isVocabulary = (value: unknown): value is EventVocabulary => isObject(value) && isObject(value.schemas) && isObject(value.upcasters);

/** Every vocabulary exported by `proto/<context>/`. */
export async function findVocabularies(): Promise<EventVocabulary[]> {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(\.|gen$|events$|kit$|node_modules$)/.test(entry.name),
  );
  const files = folders.flatMap(({ name }) => readdirSync(`${root}${name}`).map((file) => `${root}${name}/${file}`));
  const modules: unknown[] = await Promise.all(files.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => import(file)));
  return modules.flatMap((exported) => Object.values(exported ?? {}).filter(isVocabulary));
}

/** Samples of stored events, one per version of each type. */
export function readSamples(): EventSample[] {
  const folder = new URL('../gen/samples/', import.meta.url);
  const sample = z.object({ type: z.string(), schema: z.int(), data: z.record(z.string(), z.unknown()) });
  return readdirSync(folder).map((name) => sample.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));
}

/** Kinds of payload values that the wire distinguishes. */
export type PayloadKind =
  | { kind: 'text' | 'integer' | 'number' | 'flag' | 'texts' }
  | { kind: 'object' | 'objects'; shape: Readonly<Record<string, z.core.$ZodType>> }
  /** Any kind that no event uses yet. */
  | { kind: 'other' };

/** A payload field: the kind of its value, and whether it may be missing or null. */
export interface PayloadField {
  value: PayloadKind;
  /** True when the field may be missing, even if only in events that are older than its default value. */
  optional: boolean;
  nullable: boolean;
}

export function payloadFieldOf(schema: z.core.$ZodType): PayloadField {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return { ...payloadFieldOf(schema.unwrap()), optional: true };
  if (schema instanceof z.ZodNullable) return { ...payloadFieldOf(schema.unwrap()), nullable: true };
  return { value: kindOf(schema), optional: false, nullable: false };
}

function kindOf(schema: z.core.$ZodType): PayloadKind {
  if (schema instanceof z.ZodObject) return { kind: 'object', shape: schema.shape };
  if (schema instanceof z.ZodArray) {
    const { value, nullable } = payloadFieldOf(schema.element);
    if (nullable) return { kind: 'other' };
    if (value.kind === 'object') return { ...value, kind: 'objects' };
    return { kind: value.kind === 'text' ? 'texts' : 'other' };
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return { kind: 'text' };
  if (schema instanceof z.ZodEnum) return { kind: schema.options.every((option) => typeof option === 'string') ? 'text' : 'other' };
  if (schema instanceof z.ZodNumber) return { kind: schema.isInt ? 'integer' : 'number' };
  if (schema instanceof z.ZodBoolean) return { kind: 'flag' };
  return { kind: 'other' };
}

const texts = fc.string({ unit: 'binary', maxLength: 200 });

/** Random values of a schema's type. Constraints such as lengths are ignored, because the wire format does not depend on them. */
export function arbitraryPayloads(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { value, nullable } = payloadFieldOf(schema);
  const present = valuesOf(value);
  return nullable ? fc.option(present, { nil: null }) : present;
}

/** Random objects with these fields; optional fields are missing in some. */
export function arbitraryObjects(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<Record<string, unknown>> {
  const required = Object.keys(shape).filter((name) => !payloadFieldOf(shape[name] ?? z.never()).optional);
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, arbitraryPayloads(field)]));
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

function valuesOf(value: PayloadKind): fc.Arbitrary<unknown> {
  switch (value.kind) {
    case 'text':
      return texts;
    case 'texts':
      return fc.array(texts, { maxLength: 5 });
    case 'integer':
      return fc.maxSafeInteger();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'flag':
      return fc.boolean();
    case 'object':
      return arbitraryObjects(value.shape);
    case 'objects':
      return fc.array(arbitraryObjects(value.shape), { maxLength: 5 });
    case 'other':
      throw new Error('The wire has no form for this');
    default:
      return value satisfies never;
  }
}
