import { ScalarType } from '@bufbuild/protobuf';
import { type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { EventReader } from './event-reader.ts';

/** Writer and reader of one value behind its tag. */
export interface ValuePlan {
  wire: WireType;
  /** @throws TypeError when the value does not fit. */
  write(writer: BinaryWriter, value: unknown): void;
  /** @throws Error when the value is malformed. */
  read(reader: EventReader): unknown;
}

/** Error that names expected and given types, never the value, which may be private. */
export const misfit = (label: string, wanted: string, value: unknown): TypeError =>
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
export function scalarPlan(type: ScalarType, label: string): ValuePlan {
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
