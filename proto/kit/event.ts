import { z } from 'zod';

/** Drops unknown fields of a value; returns the same value when it has none. */
type Known = (value: unknown) => unknown;

const made = new WeakMap<z.core.$ZodType, Known | null>();

/** The payload without fields that its schema lacks, because a newer release added them. Values are not validated. */
export function knownFields(schema: z.ZodObject, data: Record<string, unknown>): Record<string, unknown> {
  return (knownOf(schema)?.(data) ?? data) as Record<string, unknown>; // as: an object stays an object
}

/** Function that drops unknown fields; null for a value without fields, or with arbitrary fields. */
function knownOf(schema: z.core.$ZodType): Known | null {
  const found = made.get(schema);
  if (found !== undefined) return found;
  // Ends the recursion in a recursive schema.
  made.set(schema, null);
  const known = make(schema);
  made.set(schema, known);
  return known;
}

function make(schema: z.core.$ZodType): Known | null {
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) {
    const item = knownOf(schema.element);
    return item && ((value) => (Array.isArray(value) ? mapped(value, item) : value));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return knownOf(schema.unwrap());
  return null;
}

function ofObject({ shape }: z.ZodObject): Known {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, knownOf(field)]));
  const nested = [...fields].flatMap(([name, known]) => (known ? [[name, known] as const] : []));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    let kept = value as Record<string, unknown>; // as: the value is an object here
    for (const name in kept) {
      if (fields.has(name)) continue;
      kept = Object.fromEntries(Object.entries(kept).filter(([one]) => fields.has(one)));
      break;
    }
    for (const [name, known] of nested) {
      const part = known(kept[name]);
      if (part !== kept[name]) kept = { ...kept, [name]: part };
    }
    return kept;
  };
}

function mapped(values: readonly unknown[], known: Known): readonly unknown[] {
  const all = values.map(known);
  return all.every((value, at) => value === values[at]) ? values : all;
}

/** Payload schemas by event type. A type is the entity and a verb in the past tense, for example `StopAccepted`. */
export type EventSchemas = Record<string, z.ZodObject>;

/** Converts a payload to the next version. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * An upcaster that the previous release does not have. Payloads are still written in the older version by `down`, until the next release removes
 * `down`. `down` must be lossless: `up` of its result is its input, and personal fields keep their names.
 */
export interface ReversibleUpcaster {
  up: Upcaster;
  down: Upcaster;
}

/** Upcasters by event type, from version 1. The current version is one more than the number of upcasters. */
export type Upcasters<E extends EventSchemas> = { [T in keyof E]?: readonly (Upcaster | ReversibleUpcaster)[] };

/** Error for an event of a newer release, which must wait for a process of that release. */
export class NewerEvent extends Error {
  readonly code = 'event/newer';
}

/** Personal fields of an event. They are encrypted with a key of the account, and unreadable after the account is deleted. */
export interface PersonalData {
  /** Field with the id of the account that owns the data. */
  owner: string;
  /**
   * Paths of nullable texts, for example `userName` or `changes.aboutMe`. After the deletion of the account all are null, whatever the schema says.
   */
  fields: readonly string[];
  /** True for the first event of an account, in its own stream. A new account never reuses the key of an earlier one. */
  begins?: true;
}

/** Personal fields by event type; a type without an entry has none. */
export type PersonalDataByType<E extends EventSchemas> = { [T in keyof E]?: PersonalData };

/** Events of an entity with their upcasters and personal fields. */
export interface EventVocabulary<E extends EventSchemas = EventSchemas> {
  schemas: E;
  upcasters: Upcasters<E>;
  personal: PersonalDataByType<E>;
}

export const defineEvents = <E extends EventSchemas>(
  schemas: E,
  upcasters: Upcasters<E> = {},
  personal: PersonalDataByType<E> = {},
): EventVocabulary<E> => ({
  schemas,
  upcasters,
  personal,
});

/** Union of `{ type, data }` over a vocabulary. */
export type EventOf<V extends EventVocabulary> =
  V extends EventVocabulary<infer E> ? { [T in keyof E & string]: { type: T; data: z.output<E[T]> } }[keyof E & string] : never;

/** Current version of a payload, from 1. */
export const schemaVersion = (vocabulary: EventVocabulary, type: string): number => (vocabulary.upcasters[type]?.length ?? 0) + 1;

/** Payload in the form that is written: the newest version that the previous release can read. */
export function writtenForm(
  vocabulary: EventVocabulary,
  type: string,
  data: Record<string, unknown>,
): { schema: number; data: Record<string, unknown> } {
  let form = { schema: schemaVersion(vocabulary, type), data };
  for (const step of vocabulary.upcasters[type]?.toReversed() ?? []) {
    if (typeof step === 'function') break;
    form = { schema: form.schema - 1, data: step.down(form.data) };
  }
  return form;
}

/**
 * Upcasts a stored payload to the current version and drops fields of newer releases.
 * @throws NewerEvent for an event of a newer release.
 */
export function upcast(
  vocabulary: EventVocabulary,
  stored: { type: string; schema: number; data: Record<string, unknown> },
): Record<string, unknown> {
  const current = schemaVersion(vocabulary, stored.type);
  if (stored.schema > current) throw new NewerEvent(`${stored.type} version ${stored.schema} is newer than this release, which knows ${current}`);
  const steps = vocabulary.upcasters[stored.type]?.slice(stored.schema - 1) ?? [];
  const data = steps.reduce((before, step) => (typeof step === 'function' ? step : step.up)(before), stored.data);
  const schema = vocabulary.schemas[stored.type];
  // Applies to events from the log; the codec of the bus has dropped unknown fields already.
  return schema ? knownFields(schema, data) : data;
}

/** Joins vocabularies for a stream that several entities share. */
export const joinEvents = <A extends EventSchemas, B extends EventSchemas>(a: EventVocabulary<A>, b: EventVocabulary<B>): EventVocabulary<A & B> => ({
  schemas: { ...a.schemas, ...b.schemas },
  // as: spreading two mapped types loses their relation to A & B, whose keys are disjoint
  upcasters: { ...a.upcasters, ...b.upcasters } as Upcasters<A & B>,
  personal: { ...a.personal, ...b.personal } as PersonalDataByType<A & B>,
});

/** The same handler for every event of a vocabulary, by event type. */
export const handlerForEveryEvent = <E extends EventSchemas, H>({ schemas }: EventVocabulary<E>, handler: H): Record<keyof E & string, H> =>
  Object.fromEntries(Object.keys(schemas).map((type) => [type, handler])) as Record<keyof E & string, H>; // as: the keys are its types

/** True when an event of the vocabulary holds personal data. */
export const hasPersonalData = ({ personal }: EventVocabulary): boolean => Object.keys(personal).length > 0;
