import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import type { z } from 'zod';
import { isList, isObject } from './message-plan.ts';
import { fieldOf, type PayloadField, type PayloadKind } from './payload-fixture.ts';

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
export function differences(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  message: DescMessage,
  stored: readonly unknown[],
  path = message.name,
): string[] {
  const file = `proto/events/${message.file.name}.proto`;
  const fields = new Map(message.fields.map((field) => [field.jsonName, field]));
  const partsOf = (name: string): unknown[] => stored.filter(isObject).map((data) => data[name]);
  const lacking = Object.entries(shape).flatMap(([name, schema]) => {
    const asked = fieldOf(schema);
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
export function disparities(
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
