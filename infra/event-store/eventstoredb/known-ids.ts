import type { RecordedEvent } from '../port.ts';

/** Most cached ids, about 10 MB; the least recently used streams are evicted first. */
const remembered = 100_000;

/** Versions of the events of a stream by id, complete up to `version`. */
export interface KnownStream {
  version: number;
  versions: Map<string, number>;
}

type Numbered = Pick<RecordedEvent, 'id' | 'version'>;

export interface KnownIds {
  /** The stream, cached at least up to `version`, or to its end when it is shorter. */
  upTo(stream: string, version: number): Promise<KnownStream>;
  /** The stream, cached to its end. */
  toEnd(stream: string): Promise<KnownStream>;
  /** Caches events that were read or written after `after`. */
  learn(stream: string, after: number, events: Numbered[]): void;
}

/**
 * Caches the event ids of streams, because the server compares ids only with events right after the expected version. The cache never becomes wrong,
 * because streams only grow.
 * @param read Events of a stream after a version.
 */
export function createKnownIds(read: (stream: string, after: number) => Promise<RecordedEvent[]>): KnownIds {
  const streams = new Map<string, KnownStream>();
  let total = 0;

  function use(stream: string): KnownStream {
    const known = streams.get(stream) ?? { version: 0, versions: new Map<string, number>() };
    streams.delete(stream);
    streams.set(stream, known);
    return known;
  }

  function extend(stream: string, known: KnownStream, events: Numbered[]): void {
    const added = follow(known, events);
    // The stream may have been evicted during the read.
    if (streams.get(stream) === known) total += added;
    for (const [name, oldest] of streams) {
      if (total <= remembered || oldest === known) break;
      streams.delete(name);
      total -= oldest.version;
    }
  }

  async function toEnd(stream: string): Promise<KnownStream> {
    const known = use(stream);
    extend(stream, known, await read(stream, known.version));
    return known;
  }

  return {
    toEnd,
    upTo: async (stream, version) => {
      const known = use(stream);
      return known.version >= version ? known : toEnd(stream);
    },
    learn: (stream, after, events) => {
      if (events.length > 0 && after <= (streams.get(stream)?.version ?? 0)) extend(stream, use(stream), events);
    },
  };
}

/** Caches the events that follow without a gap, and returns their number. */
function follow(known: KnownStream, events: Numbered[]): number {
  const before = known.version;
  for (const { id, version } of events) {
    if (version !== known.version + 1) continue;
    known.versions.set(id, version);
    known.version = version;
  }
  return known.version - before;
}
