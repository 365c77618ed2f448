import type { StreetArchiveLocation } from '@waystory/infra/open-data/open-choices.ts';
import { Compression, TileType } from 'pmtiles';
import { z } from 'zod';
import { watchedFileBytes } from './pmtiles/archive-bytes.ts';
import { type ArchiveReader, readArchive } from './pmtiles/reader.ts';
import { remoteBytes, UnusableArchive } from './pmtiles/remote-bytes.ts';

/** Version, zoom levels and bounds of an archive, which a page needs to draw its tiles. */
export interface StreetArchiveStatus {
  /** Part of every tile URL; a new version means new tiles. */
  version: string;
  minzoom: number;
  maxzoom: number;
  /** West, south, east, north; degrees. */
  bounds: readonly [number, number, number, number];
}

/** An open archive with its status at the opening. */
export interface OpenStreetArchive {
  reader: ArchiveReader;
  status: StreetArchiveStatus;
}

/** Location of an archive, and the HTTP client to request it. */
export interface StreetArchiveSource {
  place: StreetArchiveLocation;
  userAgent: string;
  request?: typeof fetch;
}

/** Required layers of schema version 4. */
const neededLayers = ['earth', 'water', 'roads'];
const described = z.object({ vector_layers: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()).default({}) })) });
/** Name of the field `kind` before version 4. */
const formerKind = 'pmap:kind';

/**
 * Opens an archive and checks that the street style fits it.
 * @throws ArchiveUnavailable while its server does not answer. Other errors need the operator, who reads them through `archiveFaultText`.
 */
export async function openCheckedArchive({ place, userAgent, request = fetch }: StreetArchiveSource): Promise<OpenStreetArchive> {
  const bytes = place.kind === 'file' ? await watchedFileBytes(place.path) : remoteBytes({ url: place.url, userAgent, request });
  const reader = await readArchive(bytes);
  const version = await versionOf(reader).catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = reader.header;
  return { reader, status: { version, minzoom: minZoom, maxzoom: maxZoom, bounds: [minLon, minLat, maxLon, maxLat] } };
}

async function versionOf(reader: ArchiveReader): Promise<string> {
  await refuseOthers(reader);
  return (await reader.fingerprint()).slice(0, 12);
}

async function refuseOthers({ header, metadata }: ArchiveReader): Promise<void> {
  if (header.tileType !== TileType.Mvt) throw new UnusableArchive('its tiles are no vectors (MVT)');
  if (![Compression.Gzip, Compression.None].includes(header.tileCompression))
    throw new UnusableArchive('its tiles are packed otherwise than with gzip');
  const layers = described.safeParse(await metadata()).data?.vector_layers ?? [];
  const missing = neededLayers.filter((layer) => !layers.some(({ id }) => id === layer));
  if (missing.length > 0) throw new UnusableArchive(`it is not in the schema of Protomaps' basemap, for it has no layer ${missing.join(', ')}`);
  if (layers.some(({ fields }) => formerKind in fields))
    throw new UnusableArchive("it is of an older version of the schema of Protomaps' basemap than 4");
}

/** Describes the fault of an archive. A URL is reduced to its host, because the rest may be secret. */
export function archiveFaultText(error: unknown, place: StreetArchiveLocation): string {
  const where = place.kind === 'file' ? place.path : `the archive at ${new URL(place.url).host}`;
  if (error instanceof UnusableArchive) return `${where} cannot be used: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no file ${where}`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EISDIR') return `${where} cannot be read as a file`;
  return `${where} is no PMTiles archive`;
}
