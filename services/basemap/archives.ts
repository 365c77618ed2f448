import { archivePath, type Layer, layers, type Plan } from './edition.ts';
import { type ArchiveReader, openArchive } from './pmtiles/reader.ts';

/** Open archives of an edition, the deepest one per layer. */
export interface Archives {
  /** Opens existing archives, and on later calls those added since. */
  openAll(): Promise<void>;
  /** Takes an archive into use; an unreadable one counts as missing. */
  take(layer: Layer, maxzoom: number): Promise<void>;
  of(layer: Layer): ArchiveReader | undefined;
  /** Deepest zoom level of a layer; null without an archive. */
  depth(layer: Layer): number | null;
  isComplete(): boolean;
  /** Archive paths of a complete map. */
  complete: ReadonlySet<string>;
  close(): Promise<void>;
}

export function archivesOf(folder: string, edition: string, plan: Plan): Archives {
  const open = new Map<Layer, ArchiveReader>();
  // Replaced archives stay open, because requests may still read them.
  const opened: ArchiveReader[] = [];
  const path = (layer: Layer, maxzoom: number): string => archivePath(folder, edition, layer, maxzoom);
  const take = async (layer: Layer, maxzoom: number): Promise<void> => {
    const archive = await openArchive(path(layer, maxzoom)).catch(() => null);
    if (!archive) return;
    opened.push(archive);
    open.set(layer, archive);
  };
  const depth = (layer: Layer): number | null => open.get(layer)?.header.maxZoom ?? null;
  return {
    async openAll() {
      for (const layer of layers) {
        if (depth(layer) !== plan.full[layer]) await take(layer, plan.full[layer]);
        if (depth(layer) === null) await take(layer, plan.first[layer]);
      }
    },
    take,
    of: (layer) => open.get(layer),
    depth,
    isComplete: () => layers.every((layer) => depth(layer) === plan.full[layer]),
    complete: new Set(layers.map((layer) => path(layer, plan.full[layer]))),
    async close() {
      await Promise.all(opened.map((archive) => archive.close()));
    },
  };
}
