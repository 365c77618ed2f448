import { cacheRegistry } from '@waystory/infra/cache-registry.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';

/** A file of the street map: style, tile, glyphs or icons. */
interface StreetFile {
  type: string;
  bytes: Buffer;
}

/** Street map of an open service, requested by this product on behalf of its visitors. */
export interface StreetMapProxy {
  /**
   * Style for light or dark pages, with URLs of this product.
   * @throws EngineUnavailable
   */
  style(isDark: boolean): Promise<StreetFile>;
  /**
   * File at a path of the service; null for a missing file.
   * @throws EngineUnavailable
   */
  file(path: string): Promise<StreetFile | null>;
}

interface StreetsOptions {
  styles: { light: string; dark: string };
  /** URL prefix of `file` on this product, without a trailing slash. */
  base: string;
  userAgent: string;
  request?: typeof fetch;
}

/** Timeout of a file request, milliseconds. */
const patience = 8_000;
/** Largest file of a map, bytes. */
const largest = 4 * 1024 * 1024;
/** Content types of map data; others are not passed on. */
const types = /^(application\/(json|geo\+json|x-protobuf|octet-stream|vnd\.mapbox-vector-tile)|image\/(png|webp|jpeg))\b/;
/** Paths of tiles, glyphs and icons, without `..`. */
const plainPath = /^(?!.*\.\.)[\w@.,%~+ /-]{1,300}$/;
/** Lifetime of a cached style, milliseconds. Other files are cached without a lifetime, because their URLs identify their content. */
const styleFor = 3_600_000;

export function createStreetMapProxy({ styles, base, userAgent, request = fetch }: StreetsOptions): StreetMapProxy {
  const kept = cacheRegistry.cache<string, StreetFile>('streets', { sizeOf: ({ bytes }) => bytes.byteLength });
  const changed = new Map<string, { at: number; file: StreetFile }>();
  // Allowlist: only the hosts of the styles are requested.
  const origins = [...new Set([styles.light, styles.dark].map((url) => new URL(url).origin))];
  const addressHere = (origin: string): string => `${base}/${origins.indexOf(origin)}`;

  /**
   * Requests a file; null for a missing file.
   * @throws EngineUnavailable
   */
  async function fetched(url: string): Promise<StreetFile | null> {
    try {
      const response = await request(url, { headers: { 'user-agent': userAgent }, signal: AbortSignal.timeout(patience), redirect: 'error' });
      if (response.status === 404 || response.status === 204) {
        await response.body?.cancel();
        return null;
      }
      const type = response.headers.get('content-type') ?? '';
      if (!response.ok || !types.test(type)) throw new Error(`answered ${response.status} ${type}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (bytes.byteLength > largest) throw new Error('the file is too large');
      return /json/.test(type) ? { type, bytes: leadingHere(bytes) } : { type, bytes };
    } catch (error) {
      throw new EngineUnavailable('streets', error);
    }
  }

  /** Style or tile list with all URLs rewritten to this product. */
  const leadingHere = (bytes: Buffer): Buffer =>
    Buffer.from(origins.reduce((text, origin) => text.replaceAll(origin, addressHere(origin)), JSON.stringify(JSON.parse(bytes.toString('utf8')))));

  return {
    async style(isDark) {
      const url = isDark ? styles.dark : styles.light;
      const known = changed.get(url);
      if (known && Date.now() - known.at < styleFor) return known.file;
      const file = await fetched(url).catch((error: unknown) => {
        if (known) return known.file;
        throw error;
      });
      if (!file) throw new EngineUnavailable('streets', new Error('there is no such style'));
      changed.set(url, { at: Date.now(), file });
      return file;
    },
    async file(path) {
      const [, number = '', rest = ''] = /^(\d)\/(.+)$/.exec(path) ?? [];
      const origin = origins[Number(number)];
      if (!origin || !plainPath.test(rest)) return null;
      const known = kept.get(path);
      if (known) return known;
      const file = await fetched(`${origin}/${encodeURI(rest)}`);
      if (file) kept.set(path, file);
      return file;
    },
  };
}
