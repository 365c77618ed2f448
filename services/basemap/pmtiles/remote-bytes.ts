import type { ArchiveBytes } from './archive-bytes.ts';

/** A server does not give out parts of an archive, and would not a moment later either. */
export class NoArchiveThere extends Error {}

/** A server did not answer, or has another archive by now; it is worth another try. */
export class ArchiveAway extends Error {
  readonly #answer: Response | undefined;
  constructor(message: string, { answer, cause }: { answer?: Response; cause?: unknown } = {}) {
    super(message, { cause });
    this.#answer = answer;
  }
  /** Answer of the server, if there was one. */
  get answer(): Response | undefined {
    return this.#answer;
  }
}

/** Its bytes are those of another archive by now, which can be opened at once. */
export class ArchiveReplaced extends ArchiveAway {
  constructor() {
    super('it has another archive by now');
  }
}

interface RemoteOptions {
  url: string;
  /** Says who asks. */
  userAgent: string;
  request?: typeof fetch;
}

/** Longest wait for a part, milliseconds. */
const patience = 8_000;
/** No directory and no tile is longer, bytes. */
const longest = 8 * 1024 * 1024;

/** An answer by which a server says that it is busy or broken, not that there is nothing. */
const mayRecover = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Validators that an answer carries of its archive. Parts of two archives would not fit together. */
interface Edition {
  /** Only strong ones: a weak tag says nothing of bytes. */
  tag: string | null;
  changed: string | null;
  /** Bytes of all of it. */
  total: string | null;
}

function editionIn({ status, headers }: Response): Edition {
  const tag = headers.get('etag');
  const total = status === 200 ? headers.get('content-length') : /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return { tag: tag?.startsWith('"') ? tag : null, changed: headers.get('last-modified'), total: total ?? null };
}

/** A validator that one of the two lacks is no difference. */
const differs = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
const isOther = (one: Edition, other: Edition): boolean =>
  differs(one.tag, other.tag) || differs(one.changed, other.changed) || differs(one.total, other.total);

/** Has a server that knows how refuse a part of another archive. */
function conditionsOf(known: Edition | null): Record<string, string> {
  if (known?.tag) return { 'if-match': known.tag };
  return known?.changed ? { 'if-unmodified-since': known.changed } : {};
}

/** Where the part begins that an answer brings, as far as it says so. */
const startIn = ({ headers }: Response): number | null => {
  const start = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return start === undefined ? null : Number(start);
};

/**
 * Reads an archive part by part, by ranges of HTTP. No redirect is followed: it could lead to a machine that only this one reaches.
 * Reading throws `ArchiveAway` or `NoArchiveThere`.
 */
export function remoteBytes({ url, userAgent, request = fetch }: RemoteOptions): ArchiveBytes {
  let known: Edition | null = null;

  async function asked(offset: number, length: number): Promise<Response> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    // Packed once more, a range would be of something else.
    const headers = { 'user-agent': userAgent, range, 'accept-encoding': 'identity', ...conditionsOf(known) };
    try {
      return await request(url, { headers, signal: AbortSignal.timeout(patience), redirect: 'manual' });
    } catch (error) {
      throw new ArchiveAway('it did not answer', { cause: error });
    }
  }

  function refuseOther(response: Response, offset: number, length: number): void {
    const { status, headers } = response;
    const isPart = status === 206 || (status === 200 && Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= length);
    if (mayRecover(status)) throw new ArchiveAway(`it answered ${status}`, { answer: response });
    const edition = editionIn(response);
    if (status === 416 || status === 412 || (isPart && known && isOther(known, edition))) throw new ArchiveReplaced();
    if (isPart && (startIn(response) ?? offset) !== offset) throw new ArchiveAway('it answered another part than was asked for');
    if (status === 200 && !isPart) throw new NoArchiveThere('its server answers no ranges');
    if (!isPart) throw new NoArchiveThere(`its server answered ${status} to a range`);
    known ??= edition;
  }

  return {
    name: url,
    async read(offset, length) {
      if (length > longest) throw new NoArchiveThere('a part of it is longer than any of a map');
      const response = await asked(offset, length);
      try {
        refuseOther(response, offset, length);
      } catch (error) {
        await response.body?.cancel().catch(() => {});
        throw error;
      }
      const bytes = await response.arrayBuffer().catch((error: unknown) => {
        throw new ArchiveAway('it broke off', { cause: error });
      });
      return Buffer.from(bytes).subarray(0, length);
    },
    edition: () => known?.tag ?? known?.changed ?? '',
    close: async () => {},
  };
}
