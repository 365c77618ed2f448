import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '@waystory/infra/event-store/port.ts';
import { type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { indexesOf } from '@waystory/infra/read-models/searchable.ts';
import { type AcknowledgedWrite, type ApiRequest, itineraryOf, type SendRequest } from './client.ts';
import type { Environment } from './environment.ts';

/** Whether a condition becomes true in time. A condition that throws is not true yet. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs: number, everyMs = 50): Promise<boolean> {
  const giveUpAt = Date.now() + withinMs;
  const holds = async (): Promise<boolean> => condition();
  while (!(await holds().catch(() => false))) {
    if (Date.now() > giveUpAt) return false;
    await pause(everyMs);
  }
  return true;
}

/** Whether the build of a projection or an index has passed a position in all partitions. */
export async function hasPassed(store: ProjectionStore, build: string, position: Position): Promise<boolean> {
  const checkpoints = Object.values(await store.checkpoints(build));
  return checkpoints.length > 0 && checkpoints.every(({ watermark }) => watermark >= position);
}

/** Projections and indexes with a partition that has not reached a position, as text. */
export async function laggingProjections({ engines, projections }: Environment, position: Position): Promise<string[]> {
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
export async function waitUntilPassed(environment: Environment, position: Position, withinMs: number): Promise<boolean> {
  return until(async () => (await laggingProjections(environment, position)).length === 0, withinMs);
}

/** Whether all projections reach the present head of the log in time. */
export const waitUntilCaughtUp = async (environment: Environment, withinMs: number) =>
  waitUntilPassed(environment, await environment.engines.events.head(), withinMs);

export interface Recovery {
  /** Seconds from the call until the probe was read and projected; null when it took too long. */
  seconds: number | null;
  probe: AcknowledgedWrite | null;
}

/** Waits until a new write is acknowledged, read back and in every projection, and one more request succeeds. */
export async function waitForRecovery(
  environment: Environment,
  ask: SendRequest,
  name: string,
  withinMs: number,
  also?: ApiRequest,
): Promise<Recovery> {
  const started = performance.now();
  // Probe titles are unique, because equal titles count as doubled writes.
  const body = { title: `Probe ${name} ${crypto.randomUUID().slice(0, 8)}` };
  let probe: AcknowledgedWrite | null = null;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const isBack = async (): Promise<boolean> => {
    if (!probe) {
      const { status, json, position } = await ask({ method: 'POST', path: '/api/itineraries', headers, body });
      const written = status === 201 ? itineraryOf(json) : undefined;
      if (!written) return false;
      probe = { ...written, position };
    }
    const fresh = { 'x-after': String(probe.position), 'cache-control': 'no-cache' };
    const read = await ask({ method: 'GET', path: `/api/itineraries/${probe.id}`, headers: fresh });
    if (read.status !== 200 || (await laggingProjections(environment, probe.position)).length > 0) return false;
    return !also || (await ask(also)).status < 300;
  };
  const back = await until(isBack, withinMs);
  return { seconds: back ? (performance.now() - started) / 1_000 : null, probe };
}
