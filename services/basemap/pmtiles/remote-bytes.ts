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
  /** What the server answered, if anything. */
  get answer(): Response | undefined {
    return this.#answer;
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

/** Of an archive that changes under way parts would not fit together; weak tags say nothing of bytes. */
const tagOf = ({ headers }: Response): string | null => (headers.get('etag')?.startsWith('"') ? headers.get('etag') : null);

/**
 * Reads an archive part by part, by ranges of HTTP. No redirect is followed: it could lead to a machine that only this one reaches.
 * Reading throws `ArchiveAway` or `NoArchiveThere`.
 */
export function remoteBytes({ url, userAgent, request = fetch }: RemoteOptions): ArchiveBytes {
  let known: string | null = null;

  async function asked(offset: number, length: number): Promise<Response> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    // Packed once more, a range would be of something else.
    const headers = { 'user-agent': userAgent, range, 'accept-encoding': 'identity' };
    try {
      return await request(url, { headers, signal: AbortSignal.timeout(patience), redirect: 'manual' });
    } catch (error) {
      throw new ArchiveAway('it did not answer', { cause: error });
    }
  }

  function refuseOther(response: Response, length: number): void {
    const { status, headers } = response;
    const isPart = status === 206 || (status === 200 && Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= length);
    if (mayRecover(status)) throw new ArchiveAway(`it answered ${status}`, { answer: response });
    const tag = tagOf(response);
    if (status === 416 || (isPart && known && tag && tag !== known)) throw new ArchiveAway('it has another archive by now');
    if (status === 200 && !isPart) throw new NoArchiveThere('its server answers no ranges');
    if (!isPart) throw new NoArchiveThere(`its server answered ${status} to a range`);
    known ??= tag;
  }

  return {
    name: url,
    async read(offset, length) {
      if (length > longest) throw new NoArchiveThere('a part of it is longer than any of a map');
      const response = await asked(offset, length);
      try {
        refuseOther(response, length);
      } catch (error) {
        await response.body?.cancel().catch(() => {});
        throw error;
      }
      const bytes = await response.arrayBuffer().catch((error: unknown) => {
        throw new ArchiveAway('it broke off', { cause: error });
      });
      return Buffer.from(bytes).subarray(0, length);
    },
    close: async () => {},
  };
}
