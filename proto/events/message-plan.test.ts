import { create, createFileRegistry, type DescMessage } from '@bufbuild/protobuf';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { FileDescriptorProtoSchema, FieldDescriptorProto_Type as Kind, FieldDescriptorProto_Label as Label } from '@bufbuild/protobuf/wkt';
import { describe, expect, test } from 'vitest';
import { EventReader } from './event-reader.ts';
import { messagePlanOf } from './message-plan.ts';

interface Field {
  name: string;
  number: number;
  /** JSON name, which the protobuf compiler sets. */
  jsonName: string;
  type: Kind;
  label?: Label;
  typeName?: string;
  proto3Optional?: boolean;
  oneofIndex?: number;
}
const optional = { proto3Optional: true, oneofIndex: 0 };
const value = { name: 'value', number: 1, jsonName: 'value', ...optional };
const values = { name: 'values', number: 1, jsonName: 'values', label: Label.REPEATED };
const wrapper = (name: string, field: Field) => ({ name, field: [field], oneofDecl: field.proto3Optional ? [{ name: '_value' }] : [] });

/** A message of one field, with wrappers of more kinds than events use. */
function messageWith(field: Field): DescMessage {
  const wrappers = [
    wrapper('NullableFlag', { ...value, type: Kind.BOOL }),
    wrapper('NullableNote', { name: 'value', number: 1, jsonName: 'value', type: Kind.MESSAGE, typeName: '.t.Note' }),
    wrapper('IntegerList', { ...values, type: Kind.INT64 }),
    wrapper('NoteList', { ...values, type: Kind.MESSAGE, typeName: '.t.Note' }),
    { name: 'Nothing' },
  ];
  const note = { name: 'Note', field: [{ ...value, name: 'text', jsonName: 'text', type: Kind.STRING }], oneofDecl: [{ name: '_text' }] };
  const file = (name: string, messageType: object[], ...dependency: string[]) =>
    create(FileDescriptorProtoSchema, { name, package: 't', syntax: 'proto3', messageType, dependency });
  const below = [file('values.proto', wrappers, 'parts.proto'), file('parts.proto', [note])];
  const asked = { name: 'Asked', field: [field], oneofDecl: field.proto3Optional ? [{ name: '_field' }] : [] };
  const registry = createFileRegistry(file('asked.proto', [asked], 'values.proto'), (wanted) => below.find(({ name }) => name === wanted));
  return registry.getMessage('t.Asked') ?? expect.fail('it is there');
}

const roundTrip = (message: DescMessage, data: Record<string, unknown>): unknown => {
  const plan = messagePlanOf(message);
  const writer = new BinaryWriter();
  plan.write(writer, data);
  const bytes = writer.finish();
  return plan.read(new EventReader(bytes), bytes.length);
};

const named = { name: 'is_it', number: 16, jsonName: 'isIt' };
describe('protobuf field', () => {
  test.each<[string, Field, unknown[]]>([
    ['a boolean', { ...named, ...optional, type: Kind.BOOL }, [true, false]],
    ['a nullable boolean', { ...named, type: Kind.MESSAGE, typeName: '.t.NullableFlag' }, [true, false, null]],
    ['a nullable object', { ...named, type: Kind.MESSAGE, typeName: '.t.NullableNote' }, [{}, { text: '' }, null]],
    ['a list of objects', { ...named, type: Kind.MESSAGE, typeName: '.t.NoteList' }, [[], [{}], [{ text: 'a' }, {}, { text: '' }]]],
    ['bytes', { ...named, ...optional, type: Kind.BYTES }, [new Uint8Array([0, 255]), new Uint8Array()]],
  ])('with %s is written and read back unchanged', (_, field, every) => {
    for (const isIt of [...every, undefined]) expect(roundTrip(messageWith(field), { isIt })).toEqual({ isIt });
    expect(() => roundTrip(messageWith(field), { isIt: 'perhaps' })).toThrow('Asked.isIt takes ');
  });

  test.each<[string, Field, string]>([
    ['that is not optional', { ...named, type: Kind.STRING }, 'Asked.isIt cannot be left out; make it optional'],
    ['that repeats', { ...named, type: Kind.STRING, label: Label.REPEATED }, 'Asked.isIt is a list; give it a message of values.proto instead'],
    ['of an unused type', { ...named, ...optional, type: Kind.FLOAT }, 'Asked.isIt is of a type that is not used here'],
    [
      'with a list of numbers',
      { ...named, type: Kind.MESSAGE, typeName: '.t.IntegerList' },
      'Asked.isIt is a list of something else than texts or objects',
    ],
    ['with an empty wrapper message', { ...named, type: Kind.MESSAGE, typeName: '.t.Nothing' }, 'Nothing wraps nothing'],
  ])('%s is refused when the plan is made', (_, field, message) => {
    expect(() => messagePlanOf(messageWith(field))).toThrow(message);
  });
});
