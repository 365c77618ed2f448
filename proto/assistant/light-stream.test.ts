import { expect, test } from 'vitest';
import { type DataStreamPart, dataStream, dataStreamParts } from './data-stream.ts';
import { partCodes, readParts } from './light-stream.ts';

const parts: DataStreamPart[] = [
  { type: 'start_step', value: { messageId: 'm' } },
  { type: 'text', value: 'Sé de Lisboa → 🌉\n' },
  { type: 'tool_call', value: { toolCallId: 't', toolName: 'add_day', args: { title: 'Łódź' } } },
  { type: 'tool_result', value: { toolCallId: 't', result: { id: 'd', number: 1 } } },
  { type: 'finish_message', value: { finishReason: 'stop' } },
];
const bytes = new TextEncoder().encode(parts.map((part) => dataStream.encode(part)).join(''));

async function* cutEvery(size: number, all: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}
async function read(chunks: AsyncIterable<Uint8Array>): Promise<DataStreamPart[]> {
  const seen: DataStreamPart[] = [];
  for await (const some of readParts(chunks)) seen.push(...some);
  return seen;
}

test('Data stream reader of the web app has the codes of all parts that the server sends', () => {
  expect(partCodes).toEqual(Object.fromEntries(Object.entries(dataStreamParts).map(([type, { code }]) => [type, code])));
});

test.each([1, 2, 3, 7, 64, 10_000])('Data stream reader of the web app yields the same parts for chunks of %d bytes', async (size) => {
  expect(await read(cutEvery(size, bytes))).toEqual(parts);
});

test('Data stream reader of the web app accepts a last line without a break, and heartbeats', async () => {
  expect(await read(cutEvery(5, new TextEncoder().encode('\n0:"a"\n\n0:"b"')))).toEqual([
    { type: 'text', value: 'a' },
    { type: 'text', value: 'b' },
  ]);
});

test.each(['0:"broken o', 'z:1', 'no code', '0:', ':1'])(
  'Data stream reader of the web app throws SyntaxError for the line %s, after all valid parts before it',
  async (line) => {
    const seen: DataStreamPart[] = [];
    const all = new TextEncoder().encode(`0:"right"\n${line}`);
    await expect(async () => {
      for await (const some of readParts(cutEvery(4, all))) seen.push(...some);
    }).rejects.toThrow(SyntaxError);
    expect(seen).toEqual([{ type: 'text', value: 'right' }]);
  },
);
