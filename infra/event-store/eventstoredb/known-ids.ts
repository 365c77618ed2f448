import type { RecordedEvent } from '../port.ts';

/** Ids that are remembered in all, about 10 MB; the streams that were used longest ago are forgotten first. */
const remembered = 100_000;

/** Versions of the events of a stream by id, complete up to `version`. */
export interface KnownStream {
  version: number;
  versions: Map<string, number>;
}

type Numbered = Pick<RecordedEvent, 'id' | 'version'>;

export interface KnownIds {
  /** The stream, known at least up to `version`, or to its end when it is shorter. */
  upTo(stream: string, version: number): Promise<KnownStream>;
  /** The stream, known to its end. */
  toEnd(stream: string): Promise<KnownStream>;
  /** Takes over what was read or written after `after`. */
  learn(stream: string, after: number, events: Numbered[]): void;
}

/**
 * Remembers which events the streams hold, because the server compares ids only with those right after the expected version.
 * What is known of a stream stays true: streams only grow.
 * @param read events of a stream after a version.
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
    // It may have been forgotten while it was read.
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

/** Takes over the events that follow without a gap, and answers how many did. */
function follow(known: KnownStream, events: Numbered[]): number {
  const before = known.version;
  for (const { id, version } of events) {
    if (version !== known.version + 1) continue;
    known.versions.set(id, version);
    known.version = version;
  }
  return known.version - before;
}
