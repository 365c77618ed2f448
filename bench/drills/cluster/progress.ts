import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@waystory/infra/event-store/port.ts';
import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { indexesOf } from '@waystory/infra/read-models/searchable.ts';
import { type Answered, type Ask, type Asked, itineraryOf } from './ask.ts';
import type { DrillCluster } from './drill-cluster.ts';
import type { Acknowledged } from './writer.ts';

const askEveryMs = 50;

/** Projections, indexes and partitions of them that have not passed a position, as text. */
export async function behind({ engines, projections }: DrillCluster, position: Position): Promise<string[]> {
  const active = await engines.projections.activeVersions();
  const names = projections.flatMap((projection) => [projection.name, ...indexesOf(projection).map(({ as }) => as.name)]);
  const all = names.map(async (name) => {
    const build = active[name];
    const checkpoints = build === undefined ? {} : await engines.projections.checkpoints(physicalName(name, build));
    const partitions = Object.entries(checkpoints);
    if (partitions.length === 0) return [`${name} has not begun`];
    return partitions.flatMap(([partition, { watermark }]) =>
      watermark < position ? [`${name}/${partition} is at ${watermark} of ${position}`] : [],
    );
  });
  return (await Promise.all(all)).flat();
}

/** Whether all projections pass a position in time. */
export async function passed(cluster: DrillCluster, position: Position, withinMs: number): Promise<boolean> {
  return until(async () => (await behind(cluster, position)).length === 0, withinMs);
}

/** Whether something comes to be true in time; an engine that is away does not make it so. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  const holds = async (): Promise<boolean> => condition();
  while (!(await holds().catch(() => false))) {
    if (Date.now() > giveUpAt) return false;
    await pause(askEveryMs);
  }
  return true;
}

export interface Recovery {
  /** From the call until a write made after it could be read and was in every projection, seconds; null when it took too long. */
  seconds: number | null;
  /** That write. */
  probe: Acknowledged | null;
}

/** Waits until everything is as before: a write is taken, every projection has it, whoever asks for it sees it, and what else is named is answered well. */
export async function backToNormal(cluster: DrillCluster, ask: Ask, name: string, withinMs: number, also?: Asked): Promise<Recovery> {
  const started = performance.now();
  // Two with one title would be taken for one write that was done twice.
  const body = { title: `Probe ${name} ${crypto.randomUUID().slice(0, 8)}` };
  let probe: Acknowledged | null = null;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const isBack = async (): Promise<boolean> => {
    probe ??= acknowledgedBy(await ask({ method: 'POST', path: '/api/itineraries', headers, body }));
    if (!probe) return false;
    const fresh = { 'x-after': String(probe.position), 'cache-control': 'no-cache' };
    const read = await ask({ method: 'GET', path: `/api/itineraries/${probe.id}`, headers: fresh });
    if (read.status !== 200 || (await behind(cluster, probe.position)).length > 0) return false;
    return !also || (await ask(also)).status < 300;
  };
  const back = await until(isBack, withinMs);
  return { seconds: back ? (performance.now() - started) / 1_000 : null, probe };
}

function acknowledgedBy({ json, status, position }: Answered): Acknowledged | null {
  const written = status === 201 ? itineraryOf(json) : undefined;
  return written ? { ...written, position } : null;
}
