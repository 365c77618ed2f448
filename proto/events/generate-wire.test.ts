import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { generateWire, protoFolder } from './generate-wire.ts';

test('Wire schema passes the rules of buf, is compatible with the last schema, and its generated files are committed; if not: npm run generate', async () => {
  expect(await generateWire(true)).toEqual([]);
});

describe('wire generator', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waystory-proto-'));
    for (const name of ['buf.yaml', 'events', 'gen/events', 'gen/samples']) cpSync(join(protoFolder, name), join(folder, name), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const path = (name: string) => join(folder, name);
  const edit = (name: string, from: string, to: string) => {
    const text = readFileSync(path(name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path(name), text.replace(from, to));
  };
  const generated = ['events/schema.binpb', 'events/stop_pb.ts', 'events/golden.json'];
  const contents = () => generated.map((name) => readFileSync(path(`gen/${name}`), 'base64'));

  test('accepts a new field, and refuses a later change of its type', async () => {
    edit('events/stop.proto', 'DayIndexList day_indexes = 4;\n}', 'DayIndexList day_indexes = 4;\n  optional double pace = 5;\n}');
    const outdated = ['events/schema.binpb', 'events/stop_pb.ts'];
    expect(await generateWire(true, folder)).toEqual(outdated);
    expect(await generateWire(false, folder)).toEqual(outdated);
    expect(await generateWire(true, folder)).toEqual([]);
    edit('events/stop.proto', 'optional double pace = 5;', 'optional int64 pace = 5;');
    await expect(generateWire(false, folder)).rejects.toThrow('Field "5" with name "pace" on message "StopMoved" changed type');
  });

  test.each<[string, string, string, string]>([
    ['a removed field', 'DayIndexList day_indexes = 4;\n}', '}', 'field "4" with name "day_indexes" on message "StopMoved" was deleted'],
    ['a field with another number', 'DayIndexList day_indexes = 4;\n}', 'DayIndexList day_indexes = 5;\n}', 'field "4" with name "day_indexes"'],
    ['a field with another name', 'DayIndexList day_indexes = 4;\n}', 'DayIndexList places = 4;\n}', 'Field "4" on message "StopMoved" changed name'],
    ['a removed message', 'message StopAccepted {\n  optional string stop_id = 1;\n}', '', 'message "StopAccepted" was deleted'],
    ['a field that is no longer optional', 'optional string stop_id', 'string stop_id', 'changed cardinality'],
  ])('refuses %s and writes nothing', async (_, from, to, said) => {
    const before = contents();
    edit('events/stop.proto', from, to);
    const refused = expect.objectContaining({ message: expect.stringMatching(new RegExp(`could not be read any more[^]*${said}`, 'i')) });
    await expect(generateWire(false, folder)).rejects.toEqual(refused);
    expect(contents()).toEqual(before);
  });

  test('refuses a violation of the style rules', async () => {
    edit('events/stop.proto', 'message StopAccepted', 'message stop_liked {}\nmessage StopAccepted');
    await expect(generateWire(false, folder)).rejects.toThrow('buf lint: events/stop.proto');
  });

  test('writes golden samples once and never changes them', async () => {
    const file = path('gen/events/golden.json');
    const entries = z.record(z.string(), z.object({ wire: z.string() })).parse(JSON.parse(readFileSync(file, 'utf8')));
    const { 'StopMoved.v1': moved, 'StopMoved.v1.emptied': emptied, ...rest } = entries;
    writeFileSync(file, JSON.stringify({ ...rest, 'StopMoved.v1': { ...moved, wire: 'as it was' } }));
    expect(await generateWire(false, folder)).toEqual(['events/golden.json']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      'StopMoved.v1': { wire: 'as it was' },
      'StopMoved.v1.emptied': { wire: emptied?.wire },
    });
  });

  test('fails for an event without a message, and removes orphaned files', async () => {
    writeFileSync(path('gen/events/legs_pb.ts'), '');
    expect(await generateWire(false, folder)).toEqual(['events/legs_pb.ts']);
    expect(await generateWire(true, folder)).toEqual([]);
    writeFileSync(path('gen/samples/StopLiked.v1.json'), JSON.stringify({ type: 'StopLiked', schema: 1, data: {} }));
    await expect(generateWire(false, folder)).rejects.toThrow('There is no message StopLiked in proto/events/*.proto');
  });
});
