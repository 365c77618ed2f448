import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type CacheRegistry, cacheRegistry } from '@waystory/infra/cache-registry.ts';
import { marginCells } from './clusters.ts';
import { cellBits, maxClusterZoom, maxTileZoom, type TileAddress, tileSize } from './world-grid.ts';

/** Approximate overhead of a cached tile with its headers, bytes; an empty tile has no bytes of its own. */
const tileBytes = 900;

/** A tile ready to send. */
export interface EncodedTile {
  /** Gzipped, one character per byte (latin1): Node then sends it in one piece with the headers. Null when nothing is in the tile. */
  bytes: string | null;
  etag: string;
}

const keyOf = (z: number, x: number, y: number): number => (z * 2 ** maxTileZoom + x) * 2 ** maxTileZoom + y;

/** Encodes a tile for sending. The ETag is derived from the content, so that rebuilding a tile from the same stops keeps it. */
export function encodedTile(tile: Uint8Array | null): EncodedTile {
  const hash = createHash('sha256').update(tile ?? new Uint8Array());
  // Weak ETag: the content is the same with and without gzip.
  return { bytes: tile && gzipSync(tile).toString('latin1'), etag: `W/"${hash.digest('base64url').slice(0, 22)}"` };
}

/** Cache of requested tiles, each kept until a stop changes on which it may depend. */
export function createTileCache(memory: CacheRegistry = cacheRegistry) {
  const tiles = memory.cache<number, EncodedTile>('tiles', { sizeOf: ({ bytes }) => tileBytes + (bytes?.length ?? 0) });
  return {
    get: ({ z, x, y }: TileAddress): EncodedTile | undefined => tiles.get(keyOf(z, x, y)),
    set: ({ z, x, y }: TileAddress, tile: EncodedTile): void => tiles.set(keyOf(z, x, y), tile),
    /** Evicts the tiles that a stop at this position, in world units, may change: its own, and those within the cluster margin. */
    forget(worldX: number, worldY: number): void {
      if (tiles.size() === 0) return;
      for (let z = 0; z <= maxTileZoom; z++) {
        const [x, y] = [worldX / tileSize(z), worldY / tileSize(z)];
        const margin = z > maxClusterZoom ? 0 : marginCells / 2 ** cellBits;
        const around = 2 ** z;
        const [south, north] = [Math.min(Math.floor(y + margin), around - 1), Math.max(Math.floor(y - margin), 0)];
        // At low zooms the same column occurs more than once, because longitudes wrap around.
        const [west, east] = [Math.floor(x - margin), Math.floor(x + margin)];
        for (let column = Math.max(west, east - around + 1); column <= east; column++)
          for (let row = north; row <= south; row++) tiles.delete(keyOf(z, (column + around) % around, row));
      }
    },
  };
}
