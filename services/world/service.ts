import { defineService, type OpenServices, type ServiceParts, type StartServices } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { worldEvents } from '@waystory/proto/world/world.ts';
import { previewWidth } from '@waystory/scenes';
import { addWorldPictures, scenesToDrawAhead } from './covers.ts';
import { loadWorld, seedEdition } from './data.ts';
import { seedWorld } from './seed.ts';
import { type WorldCommand, worldId, worldStream } from './world.ts';
import { type WorldClientFor, worldRoutes } from './world-client.ts';

/** Seeds an empty product once, or adds pictures to an older world. The next start continues an interrupted run. */
async function fillOnce({ commands, clientFor, log }: StartServices): Promise<void> {
  const { state } = await commands.load(worldStream, worldId);
  if (state.edition && state.covered) return;
  const started = performance.now();
  const world = await loadWorld();
  const worldClientFor: WorldClientFor = (who) => clientFor(worldRoutes, who);
  if (state.edition) await addWorldPictures(worldClientFor, world);
  else await seedWorld({ clientFor: worldClientFor, log }, world);
  const context = { actorId: null, now: new Date().toISOString(), commandId: newId() };
  const finished: WorldCommand[] = [
    { type: 'FinishSeeding', edition: seedEdition },
    { type: 'FinishCovers', edition: seedEdition },
  ];
  await commands.execute(worldStream, worldId, finished, context);
  log.info({ edition: seedEdition, seconds: Math.round((performance.now() - started) / 1_000) }, 'The world is complete');
}

/** Draws the pictures of `scenesToDrawAhead` before they are requested. */
async function drawAhead({ engines, log, started }: OpenServices): Promise<ServiceParts> {
  return {
    mount: async () => {
      const drawing = started
        .then(() => loadWorld())
        .then((world) => engines.scenes.prepare(scenesToDrawAhead(world).map((scene) => ({ scene, width: previewWidth }))));
      drawing.catch((error: unknown) => log.error({ err: error }, 'the first pictures are drawn when they are asked for'));
    },
  };
}

export const worldService = defineService({
  name: 'world',
  streams: [worldEvents],
  routes: [],
  projections: [],
  reactors: () => [],
  onStart: fillOnce,
  open: drawAhead,
  errors: {},
});
