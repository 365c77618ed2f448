import { setTimeout as pause } from 'node:timers/promises';
import type { Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { watchCores } from '../../harness/busy-cores.ts';
import { enter } from '../../harness/ledger.ts';
import { numbersFrom } from '../../harness/seeded-numbers.ts';
import { until } from '../cluster/progress.ts';
import { openManyProcesses } from '../stage/many-processes.ts';
import { openOneProcess } from '../stage/one-process.ts';
import type { Stage, Strike } from '../stage/stage.ts';
import { runVerify } from '../stage/verify-command.ts';
import type { Tally } from '../tally.ts';
import { faultsOfLedger, granted } from './ledger.ts';
import { type People, signIn } from './people.ts';
import { planSteps } from './plan.ts';
import { doneCalls, faultsOfCalls, faultsOfEnd, waitedFor } from './reckoning.ts';
import { type Moment, moments, nextFor, planFor, type ScriptedModel, startScriptedModel } from './scripted-model.ts';
import { answersIn, eventsAfter, type LoggedAnswer } from './turn-log.ts';

/** A turn takes three minutes at most, and its watch a few seconds more. */
const endedWithinMs = 240_000;
/** What runs here: the assistant, and what its tools and credits need. */
const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'billing', 'assistant'];
/** A ledger that is wrong at first must stay wrong so long in the control, milliseconds. */
const controlWithinMs = 1_000;

export interface AssistantOptions {
  /** Kills on each engine. */
  runs: number;
  seed: number;
  /** On DBOS alone, and one kill follows the other while the turns of the last are still being ended. */
  short: boolean;
  tally: Tally;
}

/** One kill, with the turns that were under way. */
interface Run {
  name: string;
  tags: readonly string[];
  /** Head of the log when they began. */
  from: Position;
}

interface Scene {
  stage: Stage;
  people: People;
  model: ScriptedModel;
  random: () => number;
  strikes: Strike[];
  tally: Tally;
}

/** Kills what runs the turns of the assistant, before, during and after each of its tools, and looks whether anything was done twice, was lost, or cost a credit. */
export async function assistantDrill({ runs, seed, short, tally }: AssistantOptions): Promise<void> {
  const random = numbersFrom(seed);
  const model = await startScriptedModel(random);
  try {
    for (const open of short ? [openOneProcess] : [openOneProcess, openManyProcesses]) {
      const stage = await open({ name: 'assistant', contexts, settings: { OPENAI_BASE_URL: model.url } });
      try {
        await drillOn({ stage, people: await signIn(stage), model, random, strikes: [], tally }, runs, !short);
      } finally {
        await stage.close();
      }
    }
  } finally {
    await model.stop();
  }
}

async function drillOn(scene: Scene, runs: number, isPatient: boolean): Promise<void> {
  const { stage, people, tally } = scene;
  await enter(stage.engines.events, { type: 'GrantCredits', accountId: people.accountId, grantId: newId(), credits: granted, reason: 'GOODWILL' });
  await control(scene);
  const struck: Run[] = [];
  for (let run = 0; run < runs; run++) {
    const one = await strikeOnce(scene, run);
    if (isPatient) await reckon(scene, one);
    else struck.push(one);
  }
  for (const one of struck) await reckon(scene, one);
  const answers = await allAnswers(stage);
  const faults = await faultsOfLedger(stage, people, answers);
  tally.record(faults.length === 0, said(`${stage.name}: after ${answers.length} answers the ledger adds up`, faults));
  const makers = answers.map((answer) => ({ ...answer, calls: answer.calls.filter(({ tool }) => tool === 'create_itinerary') }));
  // That of the control was deleted.
  let trips = -1;
  for (const maker of makers) trips += (await doneCalls(stage, maker)).filter(({ state }) => state === 'done').length;
  const listed = await people.itineraries();
  tally.record(listed === trips, `${stage.name}: there are ${listed} itineraries, and ${trips} that a call of a turn made`);
  await runVerify(stage, tally);
}

const said = (what: string, faults: readonly string[]): string => [what, ...faults].join('; ');
const allAnswers = async ({ engines }: Stage): Promise<LoggedAnswer[]> => answersIn(await eventsAfter(engines.events, 0));

/** What the drill looks for must be noticed: a tool that was done twice, and a credit that nobody gave back. */
async function control({ stage, people, tally }: Scene): Promise<void> {
  await people.ask(planFor('control'));
  const look = async (): Promise<string[]> => {
    const events = await eventsAfter(stage.engines.events, 0);
    const [answer] = answersIn(events);
    return answer ? faultsOfCalls(answer, await doneCalls(stage, answer), events) : ['there is no answer'];
  };
  const before = await look();
  const { stream = '' } = (await eventsAfter(stage.engines.events, 0)).find(({ type }) => type === 'ItineraryCreated') ?? {};
  const itineraryId = stream.slice(stream.indexOf('-') + 1);
  await people.addDay(itineraryId, 'Day control');
  const after = await look();
  tally.record(
    before.length === 0 && after.length === 1,
    said(`${stage.name}: control: a day that was added twice is noticed`, [...before, ...after]),
  );
  await people.deleteItinerary(itineraryId);

  const reservation = { accountId: people.accountId, reservationId: newId(), credits: 1 };
  const answers = await allAnswers(stage);
  const right = await faultsOfLedger(stage, people, answers);
  await enter(stage.engines.events, { type: 'ReserveCredits', threadId: null, ...reservation });
  const wrong = await faultsOfLedger(stage, people, answers, controlWithinMs);
  await enter(stage.engines.events, { type: 'ReleaseCredits', ...reservation });
  tally.record(right.length === 0 && wrong.length > 0, said(`${stage.name}: control: a credit that is kept is noticed`, [...right, ...wrong]));
}

/** Two turns, of which one is struck in a tool and the other wherever it is. */
async function strikeOnce({ stage, people, model, random, strikes }: Scene, run: number): Promise<Run> {
  const tool: ToolName = planSteps[(3 * run) % planSteps.length]?.tool ?? 'add_stop';
  const moment: Moment = moments[(run + 1 + Math.floor(run / planSteps.length)) % moments.length] ?? 'during';
  const victim = stage.victims[run % stage.victims.length] ?? '';
  const tags = [`${run} aimed`, `${run} beside`];
  const [aimed = ''] = tags;
  const from = await stage.engines.events.head();
  const reached = model.reached({ tag: aimed, tool, moment });
  void people.ask(planFor(tags[1] ?? ''));
  await pause(random() * 500);
  void people.ask(planFor(aimed));
  const isThere = await reached;
  strikes.push(await stage.strike(victim));
  return { name: `${stage.name}: ${victim} killed ${isThere ? moment : 'long before'} ${tool}`, tags, from };
}

/** Waits until the turns of a kill have ended, looks at what they did, and goes on with their threads. */
async function reckon({ stage, people, strikes, tally }: Scene, { name, tags, from }: Run): Promise<void> {
  const busyCores = watchCores();
  const texts = tags.map(planFor);
  const since = (): Promise<RecordedEvent[]> => eventsAfter(stage.engines.events, from);
  const ours = async (): Promise<LoggedAnswer[]> => answersIn(await since()).filter(({ text }) => texts.includes(text));
  await until(async () => (await ours()).every(({ ends }) => ends.length > 0), endedWithinMs);
  const busy = busyCores();
  const answers = await ours();
  const calls = await Promise.all(answers.map((answer) => doneCalls(stage, answer)));
  const events = await since();
  const faults = answers.flatMap((answer, index) => [...faultsOfEnd(answer, strikes, busy), ...faultsOfCalls(answer, calls[index] ?? [], events)]);
  const next = await Promise.all(answers.map((answer) => goOn(people, answer)));
  const all = [...faults, ...next.flat()];
  const ends = answers.map((answer) => endOf(answer, strikes)).join(', ');
  const what = `${name}: ${ends}; ${calls.flat().length} calls were done once or not at all, cores ${(busy * 100).toFixed(0)} % busy`;
  tally.record(answers.length > 0 && all.length === 0, said(what, all));
}

function endOf({ ends: [end] }: LoggedAnswer, strikes: readonly Strike[]): string {
  if (!end) return 'no end';
  const waited = waitedFor(end, strikes);
  return waited === null ? end.outcome : `${end.outcome} after ${(waited / 1_000).toFixed(1)} s`;
}

/** The thread takes the next message. */
async function goOn(people: People, { threadId, text }: LoggedAnswer): Promise<string[]> {
  const { status, body } = await people.ask(nextFor(text), threadId);
  return status === 200 && body.includes('Gladly') ? [] : [`${text}: its thread did not go on, ${status}`];
}
