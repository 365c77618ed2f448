import { z } from 'zod';

/** One kind of part: the code that its lines begin with, and what follows it as JSON. */
export interface PartKind {
  code: string;
  value: z.ZodType;
}
export type PartKinds = Readonly<Record<string, PartKind>>;

/** Any part of a stream: `{ type, value }`. */
export type PartOf<K extends PartKinds> = { [T in keyof K & string]: { type: T; value: z.output<K[T]['value']> } }[keyof K & string];

/** Puts parts together again, however the network cut their bytes. */
export interface PartDecoder<P> {
  /** Parts that are whole with these bytes. What is before a malformed one is answered before that throws MalformedStream. */
  push(bytes: Uint8Array): Iterable<P>;
  /** What came last, if no line break followed it; throws MalformedStream when it broke off in the middle. */
  end(): Iterable<P>;
}

/** A line that is no part of the stream. What came before it was right. */
export class MalformedStream extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Not a part of the stream: ${reason}`, { cause });
  }
}

/** A stream of lines `code:JSON`, each of them one part. Empty lines keep it alive and say nothing. */
export interface LineStream<P> {
  encode(part: P): string;
  /** One line without its break. @throws MalformedStream */
  decode(line: string): P;
  decoder(): PartDecoder<P>;
  /** Parts as they come. @throws MalformedStream */
  read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<P, void, undefined>;
}

/** The encoder and the decoder of some kinds of parts. */
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
    return { type: kind.type, value: parsed.data } as Part; // of the kind that its schema belongs to
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
        // A long line comes in many pieces, and is looked through once it is there.
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
