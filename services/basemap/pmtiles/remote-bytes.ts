import type { ArchiveBytes } from './archive-bytes.ts';

/** Permanent error: the archive cannot be used, for example because its server offers no byte ranges. */
export class UnusableArchive extends Error {}

/** Transient error: the server did not answer, is busy or broken, or its archive was replaced. A retry may succeed. */
export class ArchiveUnavailable extends Error {
  readonly #answer: Response | undefined;
  constructor(message: string, { answer, cause }: { answer?: Response; cause?: unknown } = {}) {
    super(message, { cause });
    this.#answer = answer;
  }
  /** Response of the server; undefined when it did not answer. */
  get answer(): Response | undefined {
    return this.#answer;
  }
}

/** The archive was replaced by another archive, which can be opened at once. */
export class ArchiveReplaced extends ArchiveUnavailable {
  constructor() {
    super('it has another archive by now');
  }
}

interface RemoteOptions {
  url: string;
  /** User agent that identifies this product to the server. */
  userAgent: string;
  request?: typeof fetch;
}

/** Timeout of a range request, milliseconds. */
const patience = 8_000;
/** Longest directory or tile, bytes. */
const longest = 8 * 1024 * 1024;

/** True for a status of a busy or broken server, which may recover. */
const mayRecover = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Validators of the archive in an answer, because ranges of two archives do not fit together. */
interface Edition {
  /** Strong ETag only: a weak one does not guarantee equal bytes. */
  tag: string | null;
  changed: string | null;
  /** Size of the archive, bytes. */
  total: string | null;
}

function editionIn({ status, headers }: Response): Edition {
  const tag = headers.get('etag');
  const total = status === 200 ? headers.get('content-length') : /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return { tag: tag?.startsWith('"') ? tag : null, changed: headers.get('last-modified'), total: total ?? null };
}

/** True when both sides have the validator and the values differ. */
const differs = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
const isOther = (one: Edition, other: Edition): boolean =>
  differs(one.tag, other.tag) || differs(one.changed, other.changed) || differs(one.total, other.total);

/** Conditional headers, so that a server refuses a range of another archive. */
function conditionsOf(known: Edition | null): Record<string, string> {
  if (known?.tag) return { 'if-match': known.tag };
  return known?.changed ? { 'if-unmodified-since': known.changed } : {};
}

/** First byte of the range in an answer; null when the answer does not state it. */
const startIn = ({ headers }: Response): number | null => {
  const start = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  return start === undefined ? null : Number(start);
};

/**
 * Reads an archive by HTTP range requests. Redirects are not followed, because they could lead to an internal machine. A read throws `ArchiveUnavailable` or
 * `UnusableArchive`.
 */
export function remoteBytes({ url, userAgent, request = fetch }: RemoteOptions): ArchiveBytes {
  let known: Edition | null = null;

  async function asked(offset: number, length: number): Promise<Response> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    // Content encoding would compress the range, so that offsets no longer match.
    const headers = { 'user-agent': userAgent, range, 'accept-encoding': 'identity', ...conditionsOf(known) };
    try {
      return await request(url, { headers, signal: AbortSignal.timeout(patience), redirect: 'manual' });
    } catch (error) {
      throw new ArchiveUnavailable('it did not answer', { cause: error });
    }
  }

  function refuseOther(response: Response, offset: number, length: number): void {
    const { status, headers } = response;
    const isPart = status === 206 || (status === 200 && Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= length);
    if (mayRecover(status)) throw new ArchiveUnavailable(`it answered ${status}`, { answer: response });
    const edition = editionIn(response);
    if (status === 416 || status === 412 || (isPart && known && isOther(known, edition))) throw new ArchiveReplaced();
    if (isPart && (startIn(response) ?? offset) !== offset) throw new ArchiveUnavailable('it answered another part than was asked for');
    if (status === 200 && !isPart) throw new UnusableArchive('its server answers no ranges');
    if (!isPart) throw new UnusableArchive(`its server answered ${status} to a range`);
    known ??= edition;
  }

  return {
    name: url,
    async read(offset, length) {
      if (length > longest) throw new UnusableArchive('a part of it is longer than any of a map');
      const response = await asked(offset, length);
      try {
        refuseOther(response, offset, length);
      } catch (error) {
        await response.body?.cancel().catch(() => {});
        throw error;
      }
      const bytes = await response.arrayBuffer().catch((error: unknown) => {
        throw new ArchiveUnavailable('it broke off', { cause: error });
      });
      return Buffer.from(bytes).subarray(0, length);
    },
    edition: () => known?.tag ?? known?.changed ?? '',
    close: async () => {},
  };
}
