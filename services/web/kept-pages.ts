import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheKeyFor, cacheRegistry } from '@waystory/infra/cache-registry.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli quality 4, because above it the compression time grows faster than the size falls. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressors: Record<Encoding, (html: string) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html, brotliOptions),
  gzip: (html) => promisify(gzip)(html),
  identity: async (html) => Buffer.from(html),
};

/** Best encoding that the client accepts: Brotli, then gzip, then none. An encoding with `q=0` counts as refused. */
export function encodingFor(accepted = ''): Encoding {
  const taken = accepted.split(',').flatMap((one) => (/;\s*q=0(\.0*)?\s*$/.test(one) ? [] : [one.split(';')[0]?.trim().toLowerCase()]));
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity';
}

interface KeptPage {
  revision: string;
  bytes: Buffer;
}

/** LRU cache of compressed story pages. */
export function createPageCache() {
  const pages = cacheRegistry.cache<string, KeptPage>('pages', { sizeOf: ({ revision, bytes }) => revision.length + bytes.length });
  return {
    /** @param name Path and frame state, which determine the page together with the story's revision. */
    get(name: string, encoding: Encoding, revision: string): Buffer | null {
      const kept = pages.get(cacheKeyFor(`${encoding} ${name}`));
      return kept?.revision === revision ? kept.bytes : null;
    },
    async keep(name: string, encoding: Encoding, revision: string, html: string): Promise<Buffer> {
      const bytes = await compressors[encoding](html);
      pages.set(cacheKeyFor(`${encoding} ${name}`), { revision, bytes });
      return bytes;
    },
  };
}
