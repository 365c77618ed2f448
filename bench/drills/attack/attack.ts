import { mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import { must } from '../environment/client.ts';
import { type Environment, openEnvironment } from '../environment/environment.ts';
import { type DrillRun, named, type Tally } from '../tally.ts';
import { memoryAttack } from './memory.attack.ts';

/** One attack surface; each attempt is a line of the report. */
export interface Attack {
  name: string;
  /** Settings in place of the usual ones, which have no limits of calls. */
  settings?: Readonly<Record<string, string>>;
  run(scene: AttackScene): Promise<void>;
}

export interface AttackScene {
  environment: Environment;
  tally: Tally;
  short: boolean;
}

const contexts = ['accounts', 'assistant', 'billing', 'itineraries', 'media', 'moderation', 'social', 'web'];

/** Attacks on time, bytes and memory of a running product. Tests of `services` attack rights, tokens, addresses, places and idempotency keys. */
const attacks: readonly Attack[] = [
  { name: 'doors', settings: { PAGES_PER_MINUTE: '600' }, run: floodOfSignIns },
  memoryAttack,
  {
    name: 'bytes',
    async run(scene) {
      await manyReaders(scene, await largestStory(scene));
      await badInput(scene);
    },
  },
];

/** Repeats known attacks, each on its own product. */
export async function attackDrill({ short, tally }: DrillRun): Promise<void> {
  for (const { name, settings = {}, run } of attacks) {
    await using environment = await openEnvironment({ name: `attack-${name}`, processes: 'one', contexts, settings });
    await run({ environment, tally: named(tally, name), short });
    const restarts = environment.processes.reduce((sum, one) => sum + one.restarts(), 0);
    tally.record(restarts === 0, `${name}: the product ended ${restarts} times`);
  }
}

const signInsPerMinute = 300;

async function floodOfSignIns({ tally, environment: { origin } }: AttackScene): Promise<void> {
  const query = 'client_id=waystory-web&response_type=code&scope=openid&code_challenge=a&code_challenge_method=S256';
  const statuses: number[] = [];
  let told: string | null = null;
  for (let time = 0; time <= signInsPerMinute; time++) {
    const { status, headers } = await fetch(`${origin}/idp/auth?${query}`, { redirect: 'manual' });
    statuses.push(status);
    told ??= status === 429 ? headers.get('retry-after') : null;
  }
  tally.record(statuses.at(-1) === 429 && Number(told) > 0, 'hundreds of sign-ins a minute are refused, with when to come back');
  const { status, headers } = await fetch(`${origin}/idp/interaction/none`, { headers: { accept: 'text/html' } });
  tally.record(status === 429 && headers.get('content-type')?.startsWith('text/html') === true, 'and reads so on a page');
  tally.record((await fetch(`${origin}/help`)).status === 200, 'while pages go on');
}

const [mostErrorBytes, mostPageBytes] = [50_000, 1_000_000];
const patience = 2_000;
const readers = 24;

async function largestStory({ environment, tally }: AttackScene): Promise<string> {
  const ask = environment.as('traveller');
  const made = await must(ask, { method: 'POST', path: '/api/itineraries', body: { title: 'As full as it gets', visibility: 'PUBLIC' } });
  const path = `/itineraries/${String(made.body.id)}`;
  const stop = { title: 'Full', description: '山'.repeat(4_000), coordinates: { latitude: 38.7, longitude: -9.1 } };
  let code = '';
  for (let count = 0; count < 1_000 && code === ''; count++) ({ code } = await ask({ method: 'POST', path: `/api${path}/stops`, body: stop }));
  tally.record(code === 'itinerary/too-large', `a story ends at ${mostStoryBytes} bytes: ${code}`);
  return path;
}

async function manyReaders({ environment, tally }: AttackScene, path: string): Promise<void> {
  const page = async (): Promise<number> => {
    const answer = await fetch(`${environment.origin}${path}`, { headers: { accept: 'text/html' } });
    return (await answer.arrayBuffer()).byteLength;
  };
  const bytes = await page();
  tally.record(bytes < mostPageBytes, `its page embeds ${bytes} bytes`);
  let isDone = false;
  const reading = Promise.all(Array.from({ length: readers }, page)).finally(() => {
    isDone = true;
  });
  const other = environment.as(null);
  let longest = 0;
  do longest = Math.max(longest, (await other({ method: 'GET', path: '/api/countries' })).ms);
  while (!isDone);
  await reading;
  tally.record(longest < patience, `while ${readers} read it, somebody else waits ${Math.round(longest)} ms at most`);
}

async function badInput({ environment, tally }: AttackScene): Promise<void> {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, at]));
  for (const body of [many, { title: 'A', highlights: Array.from({ length: 20_000 }, (_, at) => at) }]) {
    const { status, text } = await environment.as('traveller')({ method: 'POST', path: '/api/itineraries', body });
    const told = `bad input of ${JSON.stringify(body).length} bytes is answered ${status} with ${Buffer.byteLength(text)}`;
    tally.record(status === 400 && Buffer.byteLength(text) < mostErrorBytes, told);
  }
}
