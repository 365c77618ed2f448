import type { DeadLetters } from '@waystory/infra/dead-letters/port.ts';
import { runOnEngines, UsageError } from './on-engines.ts';

const usage = `Usage: npm run events -- parked list [CONSUMER]
       npm run events -- parked replay CONSUMER STREAM
       npm run events -- parked discard ID`;
/** Most parked events in a list. */
const limit = 200;

/**
 * `npm run events -- parked ...`: lists, replays and discards parked events. The running product executes a replay; if none runs, the next start
 * does.
 */
await runOnEngines(async ({ deadLetters }) => {
  const [what, action, first, second] = process.argv.slice(2);
  if (what !== 'parked') throw new UsageError(usage);
  if (action === 'list') return list(deadLetters, first);
  if (action === 'replay' && first && second) return replay(deadLetters, first, second);
  if (action === 'discard' && first) return discard(deadLetters, first);
  throw new UsageError(usage);
});

async function list(deadLetters: DeadLetters, consumer: string | undefined): Promise<number> {
  const events = await deadLetters.list({ limit, ...(consumer && { consumer }) });
  for (const { id, consumer: by, record, error, parkedAt } of events) {
    const { type, stream, version } = record.event;
    console.log(`${id}  ${parkedAt}  ${by}  ${stream}  ${version} ${type}  ${error ?? 'waits for an earlier event of its stream'}`);
  }
  console.log(events.length === 0 ? 'Nothing is parked' : `${events.length}${events.length === limit ? ' or more' : ''} parked`);
  return 0;
}

async function replay(deadLetters: DeadLetters, consumer: string, stream: string): Promise<number> {
  await deadLetters.replay(consumer, stream);
  console.log(`${consumer} will try ${stream} again`);
  return 0;
}

async function discard(deadLetters: DeadLetters, id: string): Promise<number> {
  if (!(await deadLetters.discard(id))) throw new UsageError(`There is no parked event ${id}`);
  console.log('Discarded; the later events of its stream will be tried');
  return 0;
}
