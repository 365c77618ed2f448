import type { z } from 'zod';
import { knownFields } from './known-fields.ts';

/** The events of one entity: name -> payload. Names are past tense and carry the entity: `StopAccepted`. */
export type EventSchemas = Record<string, z.ZodObject>;

/** Turns the payload of one version into that of the next. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * A step that the release before does not know: `down` is how the payload is still written, until everybody knows the step and the release after this one
 * leaves `down` out. It must lose nothing: `up` of what it makes is what it was given, and names of personal fields stay.
 */
export interface NewStep {
  up: Upcaster;
  down: Upcaster;
}

/** Per event type, the steps from version 1 upwards. The current version is one more than the number of steps. */
export type Upcasters<E extends EventSchemas> = { [T in keyof E]?: readonly (Upcaster | NewStep)[] };

/** The event was written by a newer release; that one can handle it, so it is nobody's fault and must wait. */
export class NewerEvent extends Error {
  readonly code = 'event/newer';
}

/** What an event holds that somebody said about themselves. It is stored in a form that cannot be read any more once their account is gone. */
export interface PersonalData {
  /** Field with the id of the account that it is about. */
  owner: string;
  /** Texts, or null in their place: `userName`, `changes.aboutMe`. After the account is gone all of them are null, whatever the schema says. */
  fields: readonly string[];
  /** The account begins with this event, in its own stream; what was said before stays apart from what follows. */
  begins?: true;
}

/** Per event type; one that is missing holds nothing personal. */
export type Personal<E extends EventSchemas> = { [T in keyof E]?: PersonalData };

/** What one entity may say, and how older ways of saying it are understood. */
export interface EventVocabulary<E extends EventSchemas = EventSchemas> {
  schemas: E;
  upcasters: Upcasters<E>;
  personal: Personal<E>;
}

/** Declares the events of one entity. */
export const defineEvents = <E extends EventSchemas>(schemas: E, upcasters: Upcasters<E> = {}, personal: Personal<E> = {}): EventVocabulary<E> => ({
  schemas,
  upcasters,
  personal,
});

/** Union of `{ type, data }` over a vocabulary. */
export type EventOf<V extends EventVocabulary> =
  V extends EventVocabulary<infer E> ? { [T in keyof E & string]: { type: T; data: z.output<E[T]> } }[keyof E & string] : never;

/** Version of the payload that handlers of this type see; the first is 1. */
export const schemaVersion = (vocabulary: EventVocabulary, type: string): number => (vocabulary.upcasters[type]?.length ?? 0) + 1;

/** A payload of the current version as it is written: in the newest version that the release before knows as well. */
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
 * Payload of a stored event, brought to the current version, without what a newer release has added to it.
 * @throws NewerEvent when the event was written by a newer release than this one.
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
  // As everything that came over a bus is without them already.
  return schema ? knownFields(schema, data) : data;
}

/** One vocabulary made of several, for a stream that several entities share. */
export const joinEvents = <A extends EventSchemas, B extends EventSchemas>(a: EventVocabulary<A>, b: EventVocabulary<B>): EventVocabulary<A & B> => ({
  schemas: { ...a.schemas, ...b.schemas },
  // Spreading two mapped types loses their relation to A & B; the keys are disjoint.
  upcasters: { ...a.upcasters, ...b.upcasters } as Upcasters<A & B>,
  personal: { ...a.personal, ...b.personal } as Personal<A & B>,
});

/** Whether any event of the vocabulary holds something personal. */
export const isPersonal = ({ personal }: EventVocabulary): boolean => Object.keys(personal).length > 0;
