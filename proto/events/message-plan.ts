import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import type { EventReader } from './event-reader.ts';

/** Writer and reader of one value, without its tag. */
interface ValuePlan {
  wire: WireType;
  /** @throws TypeError when the value does not fit. */
  write(writer: BinaryWriter, value: unknown): void;
  /** @throws Error when the value is malformed. */
  read(reader: EventReader): unknown;
}

/** Error that names expected and given types, never the value, which may be private. */
const misfit = (label: string, wanted: string, value: unknown): TypeError =>
  new TypeError(`${label} takes ${wanted}, not ${value === null ? 'null' : `a ${typeof value}`} like this`);

/** Plan of a scalar kind: its check, writer and reader. */
function scalar<T>(
  wire: WireType,
  wanted: string,
  fits: (value: unknown) => value is T,
  write: (writer: BinaryWriter, value: T) => void,
  read: (reader: EventReader) => unknown,
): (label: string) => ValuePlan {
  return (label) => ({
    wire,
    write(writer, value) {
      if (!fits(value)) throw misfit(label, wanted, value);
      write(writer, value);
    },
    read(reader) {
      const value = read(reader);
      if (!fits(value)) throw misfit(label, wanted, value);
      return value;
    },
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed();
const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const areBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

const text = scalar(
  WireType.LengthDelimited,
  'well-formed text',
  isText,
  (writer, value) => writer.string(value),
  (reader) => reader.string(true),
);
const integer = scalar(
  WireType.Varint,
  'a safe integer',
  isInteger,
  (writer, value) => writer.int64(value),
  (reader) => reader.integer(),
);
const number = scalar(
  WireType.Bit64,
  'a finite number',
  isNumber,
  (writer, value) => writer.double(value),
  (reader) => reader.double(),
);
const flag = scalar(
  WireType.Varint,
  'true or false',
  isFlag,
  (writer, value) => writer.bool(value),
  (reader) => reader.bool(),
);
const bytes = scalar(
  WireType.LengthDelimited,
  'bytes',
  areBytes,
  (writer, value) => writer.bytes(value),
  (reader) => reader.bytes(),
);

/** Plan of a scalar; `label` names its field in errors. @throws Error for an unused type. */
function scalarPlan(type: ScalarType, label: string): ValuePlan {
  switch (type) {
    case ScalarType.STRING:
      return text(label);
    case ScalarType.INT64:
      return integer(label);
    case ScalarType.DOUBLE:
      return number(label);
    case ScalarType.BOOL:
      return flag(label);
    case ScalarType.BYTES:
      return bytes(label);
    default:
      throw new Error(`${label} is of a type that is not used here: text is string, integers int64, other numbers double; and bool, bytes`);
  }
}

/** File of wrapper messages: nullable values and lists of texts. */
export const wrapperFile = 'values';

/** True for a message that wraps a list. Lists are wrapped, because a bare repeated field cannot tell empty from missing. */
export const isList = ({ fields: [first, ...others] }: DescMessage): boolean => first?.fieldKind === 'list' && others.length === 0;

/** Precomputed reader and writer of one message type. */
export interface MessagePlan {
  /** Writes the fields of an object. @throws TypeError for an unknown field or a value of the wrong type. */
  write(writer: BinaryWriter, value: Record<string, unknown>): void;
  /** Reads the fields up to `end`, bytes from the start of the reader; fields of a newer release are dropped. @throws Error for malformed bytes. */
  read(reader: EventReader, end: number): Record<string, unknown>;
  /** Reads values into a list by field number, with holes. */
  readSlots(reader: EventReader, end: number): unknown[];
}

interface FieldPlan extends ValuePlan {
  name: string;
  number: number;
}

const plans = new WeakMap<DescMessage, MessagePlan>();

/**
 * Plan of a message. JSON names are proto names in camel case.
 * @throws Error for a field of an unused kind.
 */
export function messagePlanOf(message: DescMessage): MessagePlan {
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
        if (given === undefined) continue; // JSON.stringify also drops undefined
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

/** A length-delimited value, written by `fill` and read to its end by `read`. */
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
  const plan = messagePlanOf(message);
  return delimited((writer, value) => {
    if (!isObject(value)) throw misfit(label, 'an object', value);
    plan.write(writer, value);
  }, plan.read);
}

/** Plan of a wrapper message: it has a `value`, is empty for null, or has the list `values`. */
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
  const { read } = messagePlanOf(message);
  return delimited(
    (writer, value) => {
      if (value === null) return;
      writer.tag(number, inner.wire);
      inner.write(writer, value);
    },
    // Avoids an intermediate object, because most values are present.
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
