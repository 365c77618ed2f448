import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { text } from '../kit/field.ts';
import { isList, isObject } from './message-plan.ts';
import { findVocabularies, type PayloadField, type PayloadKind, payloadFieldOf, readSamples } from './payload-fixture.ts';
import { eventFiles } from './wire.ts';
import { eventMessages } from './wire-codec.ts';

const plain: Readonly<Record<PayloadKind['kind'], string>> = {
  text: 'optional string',
  integer: 'optional int64',
  number: 'optional double',
  flag: 'optional bool',
  texts: 'TextList',
  object: 'a message',
  objects: 'a message of repeated values',
  other: 'nothing yet',
};
const nullable: Readonly<Partial<Record<PayloadKind['kind'], string>>> = {
  text: 'NullableText',
  integer: 'NullableInteger',
  number: 'NullableNumber',
};

/** Proto type for a zod field. */
const wanted = ({ value, nullable: mayBeNull }: PayloadField): string =>
  mayBeNull ? (nullable[value.kind] ?? `a new wrapper in values.proto that is null without its value`) : plain[value.kind];

/** Proto type of a field as declared. */
function declared(field: DescField): string {
  if (field.fieldKind === 'scalar') return `optional ${ScalarType[field.scalar].toLowerCase()}`;
  return field.fieldKind === 'message' ? field.message.name : field.fieldKind;
}

/** Element message of a list of objects; undefined for other fields. */
const elementOf = ({ message }: DescField): DescMessage | undefined => (message && isList(message) ? message.fields[0]?.message : undefined);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const nextNumber = (message: DescMessage): number => Math.max(0, ...message.fields.map(({ number }) => number)) + 1;

/**
 * Differences between a message and its zod schema, each with its remedy.
 * `stored` holds payloads of every version, because a field that zod dropped must stay on the wire.
 */
function differences(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  message: DescMessage,
  stored: readonly unknown[],
  path = message.name,
): string[] {
  const file = `proto/events/${message.file.name}.proto`;
  const fields = new Map(message.fields.map((field) => [field.jsonName, field]));
  const partsOf = (name: string): unknown[] => stored.filter(isObject).map((data) => data[name]);
  const lacking = Object.entries(shape).flatMap(([name, schema]) => {
    const asked = payloadFieldOf(schema);
    const field = fields.get(name);
    const here = `${path}.${name}`;
    if (!field) return [`${here} would be lost: add "${wanted(asked)} ${snakeCase(name)} = ${nextNumber(message)};" to ${message.name} in ${file}`];
    if (asked.value.kind === 'object' && !asked.nullable && field.fieldKind === 'message')
      return differences(asked.value.shape, field.message, partsOf(name), here);
    const element = elementOf(field);
    if (asked.value.kind === 'objects' && !asked.nullable && element) return differences(asked.value.shape, element, partsOf(name).flat(), here);
    if (declared(field) === wanted(asked)) return [];
    return [`${here} is "${declared(field)}" in ${message.name} of ${file} and should be "${wanted(asked)}"`];
  });
  const needless = [...fields.keys()].filter((name) => !(name in shape) && partsOf(name).every((value) => value === undefined));
  return [
    ...lacking,
    ...needless.map((name) => `${path}.${name} of ${file} is in no event: add it to the zod schema or take it out before it is released`),
  ];
}

/** Missing messages and orphaned messages, each with its remedy; `messages` by event type. */
function disparities(
  schemas: Readonly<Record<string, z.ZodObject>>,
  messages: ReadonlyMap<string, DescMessage>,
  stored: readonly { type: string; data: unknown }[],
): string[] {
  const payloads = (type: string): unknown[] => stored.filter((one) => one.type === type).map(({ data }) => data);
  const lacking = Object.entries(schemas).flatMap(([type, { shape }]) => {
    const message = messages.get(type);
    return message
      ? differences(shape, message, payloads(type))
      : [`${type} has no message: add one to proto/events/*.proto, and a new file to wire.ts`];
  });
  const needless = [...messages.keys()].filter((type) => !(type in schemas) && payloads(type).length === 0);
  return [...lacking, ...needless.map((type) => `message ${type} is neither an event nor part of one`)];
}

const vocabularies = await findVocabularies();
const schemas = Object.assign({}, ...vocabularies.map((vocabulary) => vocabulary.schemas)) as Record<string, z.ZodObject>; // as: `schemas` of every vocabulary has this type
const messages = eventMessages(eventFiles);
const samples = readSamples();

test('Every event has its message, field by field, and every message its event', () => {
  expect(Object.keys(schemas).length).toBeGreaterThanOrEqual(29);
  expect(disparities(schemas, messages, samples)).toEqual([]);
});

describe('parity check names the remedy when', () => {
  const message = (type: string) => messages.get(type) ?? expect.fail(`no message ${type}`);
  const changed = (type: string, fields: Record<string, z.ZodType>) => {
    const schema = schemas[type] ?? expect.fail(`no event ${type}`);
    return differences({ ...schema.shape, ...fields }, message(type), []);
  };
  const file = 'proto/events/stop.proto';

  test.each<[string, z.ZodType, string]>([
    ['text', text(10), 'optional string'],
    ['text that may be null', text(10).nullable(), 'NullableText'],
    ['an optional choice', z.enum(['A', 'B']).optional(), 'optional string'],
    ['an integer', z.int().min(1), 'optional int64'],
    ['an integer that may be null', z.int().nullable().default(null), 'NullableInteger'],
    ['a number', z.number().max(4), 'optional double'],
    ['a number that may be null', z.number().nullable(), 'NullableNumber'],
    ['a boolean', z.boolean(), 'optional bool'],
    ['a list', z.array(z.uuid()), 'TextList'],
    ['a list of objects', z.array(z.object({ note: text(9) })), 'a message of repeated values'],
  ])('a field is new: %s', (_, schema, type) => {
    expect(changed('StopMoved', { dayNote: schema })).toEqual([
      `StopMoved.dayNote would be lost: add "${type} day_note = 5;" to StopMoved in ${file}`,
    ]);
  });

  test('a part of an event has a new field', () => {
    const schema = schemas.StopRewritten?.shape.changes;
    if (!(schema instanceof z.ZodObject)) return expect.fail('it has changes');
    expect(changed('StopRewritten', { changes: schema.extend({ note: text(9).nullable() }) })).toEqual([
      `StopRewritten.changes.note would be lost: add "NullableText note = 13;" to StopChanges in ${file}`,
    ]);
  });

  test("a list's element has a new field", () => {
    const { gallery } = schemas.StopAdded?.shape ?? {};
    const picture = gallery instanceof z.ZodOptional ? gallery.unwrap() : null;
    if (!(picture instanceof z.ZodArray && picture.element instanceof z.ZodObject)) return expect.fail('it has pictures');
    expect(changed('StopAdded', { gallery: z.array(picture.element.extend({ note: text(9) })) })).toEqual([
      `StopAdded.gallery.note would be lost: add "optional string note = 4;" to StopPicture in ${file}`,
    ]);
  });

  test('a field has another type on the wire', () => {
    expect(changed('StopMoved', { index: z.number(), stopId: z.uuid().nullable() })).toEqual([
      `StopMoved.stopId is "optional string" in StopMoved of ${file} and should be "NullableText"`,
      `StopMoved.index is "optional int64" in StopMoved of ${file} and should be "optional double"`,
    ]);
    expect(changed('StopMoved', { dayIds: z.array(z.int()) })).toEqual([
      `StopMoved.dayIds is "TextList" in StopMoved of ${file} and should be "nothing yet"`,
    ]);
  });

  test('an event is new, or a message has no event', () => {
    const [known = '', ...rest] = Object.keys(schemas);
    const others = Object.fromEntries(rest.map((type) => [type, schemas[type] ?? z.object({})]));
    expect(disparities({ ...others, StopLiked: z.object({}) }, messages, [])).toEqual([
      'StopLiked has no message: add one to proto/events/*.proto, and a new file to wire.ts',
      `message ${known} is neither an event nor part of one`,
    ]);
  });

  test('a message has a field that no event ever had', () => {
    const { shape } = z.object({ stopId: z.uuid(), index: z.int() });
    const needless = `StopMoved.dayIds of ${file} is in no event: add it to the zod schema or take it out before it is released`;
    expect(differences(shape, message('StopMoved'), [{ stopId: '', index: 1, dayIndexes: [] }])).toEqual([needless]);
    expect(differences(shape, message('StopMoved'), [{ stopId: '', index: 1, dayIds: [], dayIndexes: [] }])).toEqual([]);
  });
});
