import { newId } from '@waystory/infra/kit/identifier.ts';
import { defineService, type StartServices } from '@waystory/infra/kit/service.ts';
import { edition, loadWorld } from './data.ts';
import { seedWorld } from './seed.ts';
import { worldEvents, worldId, worldStream } from './world.ts';
import { worldRoutes } from './world-client.ts';

/** Fills an empty product, once. A start that ends in the middle is carried on by the next one. */
async function fillOnce({ commands, clientFor, log }: StartServices): Promise<void> {
  const { state } = await commands.load(worldStream, worldId);
  if (state.edition) return;
  const started = performance.now();
  await seedWorld({ clientFor: (who) => clientFor(worldRoutes, who), log }, await loadWorld());
  const context = { actorId: null, now: new Date().toISOString(), commandId: newId() };
  await commands.execute(worldStream, worldId, [{ type: 'FinishSeeding', edition }], context);
  log.info({ edition, seconds: Math.round((performance.now() - started) / 1_000) }, 'The world is complete');
}

export const worldService = defineService({
  name: 'world',
  streams: [worldEvents],
  routes: [],
  projections: [],
  reactors: () => [],
  onStart: fillOnce,
  errors: {},
});
