import { rebuild } from '@waystory/infra/kit/rebuild.ts';
import { createLog } from '@waystory/infra/log.ts';
import { definitions } from '../all.ts';
import { onEngines, Usage } from './on-engines.ts';

/** `npm run rebuild -- <projection>`: builds a read model anew from the log while the present one is read, then switches over. */
await onEngines(async ({ bus, projections: store, parked }) => {
  const [name] = process.argv.slice(2);
  const projections = definitions.flatMap((definition) => definition.projections);
  const projection = projections.find((one) => one.name === name);
  if (!projection) throw new Usage(`Usage: npm run rebuild -- ${projections.map((one) => one.name).join(' | ')}`);
  const from = Date.now();
  const build = await rebuild({ projection, bus, store, parked, log: createLog('warn') });
  console.log(`${projection.name}: build ${build} is in use after ${((Date.now() - from) / 1_000).toFixed(1)} s`);
  return 0;
});
