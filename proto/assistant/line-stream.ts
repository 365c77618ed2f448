import { z } from 'zod';

/** A kind of part: the code at the beginning of its lines, and the schema of the JSON behind it. */
export interface PartKind {
  code: string;
  value: z.ZodType;
}
export type PartKinds = Readonly<Record<string, PartKind>>;

/** Any part of a stream: `{ type, value }`. */
export type PartOf<K extends PartKinds> = { [T in keyof K & string]: { type: T; value: z.output<K[T]['value']> } }[keyof K & string];

/** Assembles parts from network chunks, which may split the bytes anywhere. */
export interface PartDecoder<P> {
  /** Parts completed by these bytes. Parts before an invalid line are returned before MalformedStream is thrown. */
  push(bytes: Uint8Array): Iterable<P>;
  /** The part of a last line without a break. @throws MalformedStream when it is incomplete. */
  end(): Iterable<P>;
}

/** An invalid line; everything before it was valid. */
export class MalformedStream extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Not a part of the stream: ${reason}`, { cause });
  }
}

/** A stream of lines `code:JSON`, one part each. Empty lines are heartbeats. */
export interface LineStream<P> {
  encode(part: P): string;
  /** Parses one line without its break. @throws MalformedStream */
  decode(line: string): P;
  decoder(): PartDecoder<P>;
  /** Parts as they arrive. @throws MalformedStream */
  read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<P, void, undefined>;
}

export function lineStream<const K extends PartKinds>(kinds: K): LineStream<PartOf<K>> {
  type Part = PartOf<K>;
  const byCode = new Map(Object.entries(kinds).map(([type, kind]) => [kind.code, { type, ...kind }]));

  const decode = (line: string): Part => {
    const colon = line.indexOf(':');
    if (colon < 0) throw new MalformedStream('no code');
    const kind = byCode.get(line.slice(0, colon));
    if (!kind) throw new MalformedStream(`unknown code ${JSON.stringify(line.slice(0, Math.min(colon, 20)))}`);
    const parsed = kind.value.safeParse(jsonOf(line.slice(colon + 1), kind.type));
    if (!parsed.success) throw new MalformedStream(`${kind.type}: ${z.prettifyError(parsed.error)}`, parsed.error);
    return { type: kind.type, value: parsed.data } as Part; // as: of the kind that its schema belongs to
  };

  function* parts(lines: readonly string[]): Generator<Part, void, undefined> {
    for (const line of lines) if (line !== '') yield decode(line);
  }

  const decoder = (): PartDecoder<Part> => {
    const text = new TextDecoder();
    let begun = '';
    const whole = (more: string): Iterable<Part> => {
      const lines = (begun + more).split('\n');
      begun = lines.pop() ?? '';
      return parts(lines);
    };
    return {
      push(bytes) {
        const more = text.decode(bytes, { stream: true });
        // A long line arrives in many pieces, and is scanned once complete.
        if (more.includes('\n')) return whole(more);
        begun += more;
        return [];
      },
      end: () => whole(`${text.decode()}\n`),
    };
  };

  return {
    encode: ({ type, value }) => `${kinds[type]?.code}:${JSON.stringify(value)}\n`,
    decode,
    decoder,
    async *read(chunks) {
      const { push, end } = decoder();
      for await (const bytes of chunks) yield* push(bytes);
      yield* end();
    },
  };
}

function jsonOf(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedStream(`${type} without JSON`, error);
  }
}
