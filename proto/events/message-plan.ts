import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import type { EventReader } from './event-reader.ts';
import { misfit, scalarPlan, type ValuePlan } from './scalar-plan.ts';

/** File whose messages are wrappers: of a value that may be null, or of a list of texts. */
export const wrapperFile = 'values';

/** A list needs a message around it, whatever file that is in: a bare repeated field cannot tell empty from not written. */
export const isList = ({ fields: [first, ...others] }: DescMessage): boolean => first?.fieldKind === 'list' && others.length === 0;

/** How an object of JSON is written as one kind of message and read back, worked out once from its descriptor. */
export interface MessagePlan {
  /** @throws TypeError when a field is not of the message or its value does not fit. */
  write(writer: BinaryWriter, value: Record<string, unknown>): void;
  /** Reads up to `end`, bytes from the start of the reader. Fields of a newer release are left out. @throws Error when it is no such message. */
  read(reader: EventReader, end: number): Record<string, unknown>;
  /** The same as a list by field number, with holes: for who takes it apart at once. */
  readSlots(reader: EventReader, end: number): unknown[];
}

interface FieldPlan extends ValuePlan {
  name: string;
  number: number;
}

const plans = new WeakMap<DescMessage, MessagePlan>();

/**
 * Plan of a message. A field of JSON has the name of its proto field in camel case.
 * @throws Error when the message has a field of a kind that is not used here.
 */
export function planOf(message: DescMessage): MessagePlan {
  const known = plans.get(message);
  if (known) return known;
  const plan = makePlan(message);
  plans.set(message, plan);
  return plan;
}

function makePlan(message: DescMessage): MessagePlan {
  const fields = message.fields.map((field): FieldPlan => ({ name: field.jsonName, number: field.number, ...valuePlan(field) }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byNumber: (FieldPlan | undefined)[] = [];
  for (const field of fields) byNumber[field.number] = field;
  const readFields = (reader: EventReader, end: number, take: (field: FieldPlan, value: unknown) => void): void => {
    while (reader.pos < end) {
      const tag = reader.integer();
      if (tag < 8 || tag > 0xffff_ffff) throw new RangeError(`${message.name} has something that is no field`);
      const number = tag >>> 3;
      const wire = tag & 7;
      const field = byNumber[number];
      if (!field) reader.skip(wire, number);
      else if (field.wire === wire) take(field, field.read(reader));
      else throw new TypeError(`${message.name}.${field.name} is of another kind`);
    }
    if (reader.pos !== end) throw new RangeError(`${message.name} ends within a field`);
  };
  return {
    write(writer, value) {
      for (const name of Object.keys(value)) {
        const given = value[name];
        if (given === undefined) continue; // JSON leaves it out, too
        const field = byName.get(name);
        if (!field) throw new TypeError(`${message.name} has no field for ${name}`);
        writer.tag(field.number, field.wire);
        field.write(writer, given);
      }
    },
    read(reader, end) {
      const value: Record<string, unknown> = {};
      readFields(reader, end, ({ name }, given) => {
        value[name] = given;
      });
      return value;
    },
    readSlots(reader, end) {
      const slots: unknown[] = new Array(byNumber.length);
      readFields(reader, end, ({ number }, given) => {
        slots[number] = given;
      });
      return slots;
    },
  };
}

function valuePlan(field: DescField, label = `${field.parent.name}.${field.jsonName}`): ValuePlan {
  switch (field.fieldKind) {
    case 'scalar':
      if (field.presence === FeatureSet_FieldPresence.IMPLICIT) throw new Error(`${label} cannot be left out; make it optional`);
      return scalarPlan(field.scalar, label);
    case 'message':
      return field.message.file.name === wrapperFile || isList(field.message) ? wrapperPlan(field.message, label) : objectPlan(field.message, label);
    case 'list':
    case 'map':
    case 'enum':
      throw new Error(`${label} is a ${field.fieldKind}; give it a message of ${wrapperFile}.proto instead`);
    default:
      return field satisfies never;
  }
}

/** A part of known length, written by `fill` and read up to its end by `read`. */
const delimited = (fill: (writer: BinaryWriter, value: unknown) => void, read: (reader: EventReader, end: number) => unknown): ValuePlan => ({
  wire: WireType.LengthDelimited,
  write(writer, value) {
    writer.fork();
    fill(writer, value);
    writer.join();
  },
  read(reader) {
    const length = reader.uint32();
    const end = reader.pos + length;
    if (end > reader.len) throw new RangeError('It is shorter than it says');
    return read(reader, end);
  },
});

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function objectPlan(message: DescMessage, label: string): ValuePlan {
  const plan = planOf(message);
  return delimited((writer, value) => {
    if (!isObject(value)) throw misfit(label, 'an object', value);
    plan.write(writer, value);
  }, plan.read);
}

/** A message around `value`, empty for null, or around `values`, a list. */
function wrapperPlan(message: DescMessage, label: string): ValuePlan {
  const [field] = message.fields;
  switch (field?.fieldKind) {
    case 'list':
      return listPlan(field, label);
    case 'scalar':
    case 'message':
      return nullablePlan(message, field.number, valuePlan(field, label));
    default:
      throw new Error(`${message.name} wraps nothing that is used here`);
  }
}

function nullablePlan(message: DescMessage, number: number, inner: ValuePlan): ValuePlan {
  const { read } = planOf(message);
  return delimited(
    (writer, value) => {
      if (value === null) return;
      writer.tag(number, inner.wire);
      inner.write(writer, value);
    },
    // Nothing inside is null, the usual case, for which no object need be made.
    (reader, end) => (reader.pos === end ? null : (read(reader, end).value ?? null)),
  );
}

function elementPlan(field: DescField & { fieldKind: 'list' }, label: string): ValuePlan {
  if (field.listKind === 'message') return objectPlan(field.message, label);
  if (field.scalar !== ScalarType.STRING) throw new Error(`${label} is a list of something else than texts or objects, which is not used here`);
  return scalarPlan(field.scalar, label);
}

function listPlan(field: DescField & { fieldKind: 'list' }, label: string): ValuePlan {
  const { number } = field;
  const element = elementPlan(field, label);
  return delimited(
    (writer, value) => {
      if (!Array.isArray(value)) throw misfit(label, 'a list', value);
      for (const one of value) {
        writer.tag(number, element.wire);
        element.write(writer, one);
      }
    },
    (reader, end) => {
      const values: unknown[] = [];
      while (reader.pos < end) {
        const [found, wire] = reader.tag();
        if (found !== number) reader.skip(wire, found);
        else if (wire === element.wire) values.push(element.read(reader));
        else throw new TypeError(`${label} holds something of another kind`);
      }
      if (reader.pos !== end) throw new RangeError(`${label} ends within an element`);
      return values;
    },
  );
}
