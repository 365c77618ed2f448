import { setTimeout as pause } from 'node:timers/promises';
import type { Adapters } from '../adapters.ts';
import { lingerMs } from '../consumers/consumer.ts';
import type { ServiceDefinition, StartServices } from './service.ts';

/** Attempts of start-up work, and the first pause between them, milliseconds; pauses grow linearly. */
const attempts = 5;
const firstPause = 1_000;

/**
 * Runs the contexts' start-up work. One of several processes works; the others wait, then find nothing left to do. Resolves when all is done, given
 * up for now, or `stopping` is aborted; no part of it runs afterwards.
 */
export async function workAtStart(
  definitions: readonly ServiceDefinition[],
  services: StartServices,
  engines: Pick<Adapters, 'bus' | 'events'>,
  stopping: AbortSignal,
): Promise<void> {
  await Promise.all(
    definitions.map(async (definition) => {
      const { name, onStart } = definition;
      if (onStart) await whileAlone(`start:${name}`, () => persist(name, () => onStart(services), services, stopping), services, engines, stopping);
    }),
  );
}

/** A consumer group serves as a lease on every bus: the member with the partitions works, and consumes nothing. */
async function whileAlone(
  group: string,
  work: () => Promise<void>,
  { log }: StartServices,
  { bus, events }: Pick<Adapters, 'bus' | 'events'>,
  stopping: AbortSignal,
): Promise<void> {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let working: Promise<void> | null = null;
  const end = (): void => resolve(working ?? undefined);
  stopping.addEventListener('abort', end);
  const subscription = bus.subscribe({
    group,
    types: new Set(),
    lingerMs,
    whole: 'kept',
    from: async () => {
      const from = await events.head();
      if (!stopping.aborted) working ??= work().then(resolve);
      return from;
    },
    handle: async () => {},
    onError: (error) => log.warn({ err: error, group }, 'the lease for the work at the start was interrupted'),
  });
  if (stopping.aborted) end();
  await done;
  stopping.removeEventListener('abort', end);
  await subscription.stop();
}

/** Start-up work is idempotent, so it is retried after a temporary failure; after a permanent one it continues at the next start. */
async function persist(context: string, work: () => Promise<void>, { log }: StartServices, stopping: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (stopping.aborted) {
        // The stop refused the step under way.
        log.info({ context }, 'work at the start goes on at the next start');
        return;
      }
      if (attempt === attempts) {
        log.error({ err: error, context }, 'work at the start was not finished; it goes on at the next start');
        return;
      }
      log.info({ err: error, context, attempt }, 'work at the start is tried again');
      await pause(attempt * firstPause, undefined, { signal: stopping }).catch(() => {});
    }
  }
}
