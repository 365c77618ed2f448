import { BinaryWriter } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventReader } from './event-reader.ts';

const written = (value: number | bigint): Uint8Array => new BinaryWriter().int64(value).finish();

test('Event reader reads every safe integer back, and consumes exactly its bytes', () => {
  const edges = [0, 1, 127, 128, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 49 - 1, 2 ** 49, Number.MAX_SAFE_INTEGER];
  const integer = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(...edges, ...edges.map((edge) => -edge)));
  fc.assert(
    fc.property(fc.array(integer, { minLength: 1, maxLength: 5 }), (integers) => {
      const writer = new BinaryWriter();
      for (const one of integers) writer.int64(one);
      const reader = new EventReader(writer.finish());
      expect(integers.map(() => reader.integer())).toEqual(integers.map((one) => one + 0));
      expect(reader.pos).toBe(reader.len);
    }),
  );
});

test('Event reader refuses a truncated integer', () => {
  for (const value of [300, 2 ** 40, -1]) {
    const bytes = written(value);
    expect(() => new EventReader(bytes.subarray(0, -1)).integer()).toThrow();
  }
});
