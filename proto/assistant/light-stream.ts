import type { DataStreamPart } from './data-stream.ts';

/** Codes of parts by name. The web app uses this table, because the schemas of `data-stream.ts` are too large for its pages. */
export const partCodes = {
  text: '0',
  data: '2',
  error: '3',
  message_annotations: '8',
  tool_call: '9',
  tool_result: 'a',
  tool_call_streaming_start: 'b',
  tool_call_delta: 'c',
  finish_message: 'd',
  finish_step: 'e',
  start_step: 'f',
  reasoning: 'g',
  source: 'h',
  redacted_reasoning: 'i',
  reasoning_signature: 'j',
  file: 'k',
} as const satisfies Record<DataStreamPart['type'], string>;

const typeOf = new Map(Object.entries(partCodes).map(([type, code]): [string, string] => [code, type]));

/** Parses one line without its break. @throws SyntaxError for an invalid line. */
function partIn(line: string): DataStreamPart {
  const colon = line.indexOf(':');
  const type = typeOf.get(line.slice(0, Math.max(0, colon)));
  if (!type) throw new SyntaxError('Not a part of the stream: unknown code');
  return { type, value: JSON.parse(line.slice(colon + 1)) } as DataStreamPart; // as: the server of the same release checks its output
}

/**
 * Yields the parts of an answer, grouped by network chunk; a chunk may end anywhere in a line. The web app reads `/chat` with this function.
 * @throws SyntaxError at an invalid or incomplete line, after all parts before it.
 */
export async function* readParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly DataStreamPart[], void, undefined> {
  const text = new TextDecoder();
  let begun = '';
  for await (const bytes of chunks) {
    const lines = (begun + text.decode(bytes, { stream: true })).split('\n');
    begun = lines.pop() ?? '';
    yield* partsIn(lines);
  }
  yield* partsIn([begun + text.decode()]);
}

function* partsIn(lines: readonly string[]): Generator<readonly DataStreamPart[], void, undefined> {
  const parts: DataStreamPart[] = [];
  try {
    for (const line of lines) if (line !== '') parts.push(partIn(line));
  } finally {
    if (parts.length > 0) yield parts;
  }
}
