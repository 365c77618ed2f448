import { physicalName } from '@waystory/infra/projection-store/port.ts';
import { runOnEngines, UsageError } from '../operations/on-engines.ts';

/** `node services/testing/park-event.ts PROJECTION STREAM`: parks the last event of a stream, as if the read model could not handle it. */
await runOnEngines(async ({ events, bus, projections, deadLetters }) => {
  const [projection = '', stream = ''] = process.argv.slice(2);
  const build = (await projections.activeVersions())[projection];
  const event = (await events.read(stream)).at(-1);
  if (build === undefined || !event) throw new UsageError('Usage: node services/testing/park-event.ts PROJECTION STREAM');
  const record = { partition: await bus.partitionOf(stream), offset: event.position, event };
  await deadLetters.add(physicalName(projection, build), [{ record, error: new TypeError('Cannot read properties of undefined') }]);
  return 0;
});
