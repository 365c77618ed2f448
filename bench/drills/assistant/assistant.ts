import { setTimeout as pause } from 'node:timers/promises';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { firstCredits } from '@waystory/proto/billing/credit.ts';
import { auditLedgers } from '@waystory/services/billing/credit/audit-ledgers.ts';
import { type CreditCommand, creditStream } from '@waystory/services/billing/credit/credit.ts';
import { watchCores } from '../../harness/process-usage.ts';
import { Resources } from '../../harness/resources.ts';
import { seededRandom } from '../../harness/seeded-numbers.ts';
import { type ApiResponse, apiClient, mustSucceed, requestUntilAvailable, type SendRequest } from '../environment/client.ts';
import { type KillTimes, killVictim, runVerify, victimsOf } from '../environment/commands.ts';
import { type Environment, openEnvironment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { type DrillRun, lineWithFaults, type Tally } from '../tally.ts';
import { answersIn, doneCalls, eventsAfter, faultsOfAnswerEnd, faultsOfCalls, interruptionDelayMs, type LoggedAnswer } from './reckoning.ts';
import {
  followUpMessageFor,
  type KillMoment,
  killMoments,
  planRequestFor,
  planSteps,
  type ScriptedModel,
  startScriptedModel,
} from './scripted-model.ts';

/** Timeout of a turn, milliseconds: at most three minutes, and a few seconds until the watcher ends it. */
const endedWithinMs = 240_000;
const contexts: readonly string[] = ['accounts', 'itineraries', 'media', 'moderation', 'social', 'billing', 'assistant'];
const controlWithinMs = 1_000;

interface Run {
  name: string;
  tags: readonly string[];
  from: Position;
}

interface Scene {
  environment: Environment;
  ask: SendRequest;
  /** Sends a message to the assistant and reads its answer to the end; the status is 0 when the process died first. */
  say(text: string, threadId?: string): Promise<ApiResponse>;
  model: ScriptedModel;
  random: () => number;
  strikes: KillTimes[];
  tally: Tally;
}

/** Kills the runners of assistant turns before, during and after each tool. Nothing may be done twice, lost, or paid without an answer. */
export async function assistantDrill({ runs, seed, short, tally }: DrillRun): Promise<void> {
  const random = seededRandom(seed);
  await using held = new Resources();
  const model = await startScriptedModel(random);
  held.defer(model.stop);
  const settings = { OPENAI_BASE_URL: model.url };
  for (const processes of short ? (['one'] as const) : (['one', 'many'] as const)) {
    await using environment = await openEnvironment({
      name: 'assistant',
      processes,
      on: processes === 'one' ? [] : ['temporal'],
      contexts,
      settings,
    });
    const direct = apiClient(environment.processOf('command').port, environment.token, endedWithinMs);
    environment.resources.defer(direct.close);
    const say: Scene['say'] = (text, threadId) =>
      direct.ask({ method: 'POST', path: `/api/chat${threadId ? `/${threadId}` : ''}`, body: { messages: [{ role: 'user', content: text }] } });
    await drillOn({ environment, ask: environment.as('traveller'), say, model, random, strikes: [], tally }, runs, !short);
  }
}

/** Appends to the credit ledger of an account directly, because the API cannot grant credits. */
async function enter({ engines }: Environment, command: CreditCommand): Promise<void> {
  const context = { actorId: null, now: new Date().toISOString(), commandId: newId() };
  await createCommandHandler(engines.events).execute(creditStream, command.accountId, [command], context);
}

async function drillOn(scene: Scene, runs: number, isPatient: boolean): Promise<void> {
  const { environment, ask, tally } = scene;
  const accountId = environment.accountIdOf('traveller');
  await enter(environment, { type: 'GrantCredits', accountId, grantId: newId(), credits: grantedCredits, reason: 'GOODWILL' });
  await control(scene);
  const struck: Run[] = [];
  for (let run = 0; run < runs; run++) {
    const one = await strikeOnce(scene, run);
    if (isPatient) await reckon(scene, one);
    else struck.push(one);
  }
  for (const one of struck) await reckon(scene, one);
  const answers = await allAnswers(environment);
  const faults = await faultsOfLedger(scene, answers);
  tally.record(faults.length === 0, lineWithFaults(`${environment.name}: after ${answers.length} answers the ledger adds up`, faults));
  const makers = answers.map((answer) => ({ ...answer, calls: answer.calls.filter(({ tool }) => tool === 'create_itinerary') }));
  // Begins at -1, because a call made the itinerary of the negative control, which was then deleted.
  let trips = -1;
  for (const maker of makers) trips += (await doneCalls(environment, maker)).filter(({ state }) => state === 'done').length;
  const listed = (await requestUntilAvailable(ask, { method: 'GET', path: '/api/itineraries?limit=1' })).body.total;
  tally.record(listed === trips, `${environment.name}: there are ${String(listed)} itineraries, and ${trips} that a call of a turn made`);
  await runVerify(environment, tally);
}

const allAnswers = async ({ engines }: Environment): Promise<LoggedAnswer[]> => answersIn(await eventsAfter(engines.events, 0));

/** Negative control: records that the checks detect a tool that ran twice, and a credit that stays reserved. */
async function control(scene: Scene): Promise<void> {
  const { environment, ask, say, tally } = scene;
  await say(planRequestFor('control'));
  const look = async (): Promise<string[]> => {
    const events = await eventsAfter(environment.engines.events, 0);
    const [answer] = answersIn(events);
    return answer ? faultsOfCalls(answer, await doneCalls(environment, answer), events) : ['there is no answer'];
  };
  const before = await look();
  const { stream = '' } = (await eventsAfter(environment.engines.events, 0)).find(({ type }) => type === 'ItineraryCreated') ?? {};
  const itineraryId = stream.slice(stream.indexOf('-') + 1);
  const path = `/api/itineraries/${itineraryId}`;
  // Same effect as a tool call that ran twice.
  await mustSucceed(ask, { method: 'POST', path: `${path}/days`, body: { title: 'Day control' } });
  const after = await look();
  tally.record(
    before.length === 0 && after.length === 1,
    lineWithFaults(`${environment.name}: control: a day that was added twice is noticed`, [...before, ...after]),
  );
  await mustSucceed(ask, { method: 'DELETE', path });

  const reservation = { accountId: environment.accountIdOf('traveller'), reservationId: newId(), credits: 1 };
  const answers = await allAnswers(environment);
  const right = await faultsOfLedger(scene, answers);
  await enter(environment, { type: 'ReserveCredits', threadId: null, ...reservation });
  const wrong = await faultsOfLedger(scene, answers, controlWithinMs);
  await enter(environment, { type: 'ReleaseCredits', ...reservation });
  tally.record(
    right.length === 0 && wrong.length > 0,
    lineWithFaults(`${environment.name}: control: a credit that is kept is noticed`, [...right, ...wrong]),
  );
}

/** Kills a process before, during or after a tool of one turn, while another turn runs. */
async function strikeOnce({ environment, say, model, random, strikes }: Scene, run: number): Promise<Run> {
  const tool: ToolName = planSteps[(3 * run) % planSteps.length]?.tool ?? 'add_stop';
  const moment: KillMoment = killMoments[(run + 1 + Math.floor(run / planSteps.length)) % killMoments.length] ?? 'during';
  const victims = Object.entries(victimsOf(environment));
  const [name, victim] = victims[run % victims.length] ?? ['nobody', {}];
  const tags = [`${run} aimed`, `${run} beside`];
  const [aimed = ''] = tags;
  const from = await environment.engines.events.head();
  const reached = model.reached({ tag: aimed, tool, moment });
  void say(planRequestFor(tags[1] ?? ''));
  await pause(random() * 500);
  void say(planRequestFor(aimed));
  const isThere = await reached;
  strikes.push(await killVictim(environment, victim));
  return { name: `${environment.name}: ${name} killed ${isThere ? moment : 'long before'} ${tool}`, tags, from };
}

/** Waits for the end of both turns, checks their effects, and sends another message to each thread. */
async function reckon({ environment, say, strikes, tally }: Scene, { name, tags, from }: Run): Promise<void> {
  const busyCores = watchCores();
  const texts = tags.map(planRequestFor);
  const since = (): Promise<RecordedEvent[]> => eventsAfter(environment.engines.events, from);
  const ours = async (): Promise<LoggedAnswer[]> => answersIn(await since()).filter(({ text }) => texts.includes(text));
  await until(async () => (await ours()).every(({ ends }) => ends.length > 0), endedWithinMs);
  const busy = busyCores();
  const answers = await ours();
  const calls = await Promise.all(answers.map((answer) => doneCalls(environment, answer)));
  const events = await since();
  const faults = answers.flatMap((answer, index) => [
    ...faultsOfAnswerEnd(answer, strikes, busy),
    ...faultsOfCalls(answer, calls[index] ?? [], events),
  ]);
  const next = await Promise.all(answers.map((answer) => goOn(say, answer)));
  const all = [...faults, ...next.flat()];
  const ends = answers.map((answer) => endOf(answer, strikes)).join(', ');
  const what = `${name}: ${ends}; ${calls.flat().length} calls were done once or not at all, cores ${(busy * 100).toFixed(0)} % busy`;
  tally.record(answers.length > 0 && all.length === 0, lineWithFaults(what, all));
}

function endOf({ ends: [end] }: LoggedAnswer, strikes: readonly KillTimes[]): string {
  if (!end) return 'no end';
  const waited = interruptionDelayMs(end, strikes);
  return waited === null ? end.outcome : `${end.outcome} after ${(waited / 1_000).toFixed(1)} s`;
}

async function goOn(say: Scene['say'], { threadId, text }: LoggedAnswer): Promise<string[]> {
  const { status, text: said } = await say(followUpMessageFor(text), threadId);
  return status === 200 && said.includes('Gladly') ? [] : [`${text}: its thread did not go on, ${status}`];
}

/** Timeout of the ledger check, milliseconds, because the reservation of an answer that never began expires after six minutes. */
const accountedWithinMs = 420_000;
export const grantedCredits = 10_000;

/** Faults of the ledger: every finished answer must be paid, and no other answer. */
async function faultsOfLedger({ environment, ask }: Scene, answers: readonly LoggedAnswer[], withinMs = accountedWithinMs): Promise<string[]> {
  const { events } = environment.engines;
  const finished = answers.filter(({ ends }) => ends[0]?.outcome === 'FINISHED').length;
  const expected = firstCredits + grantedCredits - finished;
  const look = async (): Promise<string[]> => {
    const { balance, reservations } = (await createCommandHandler(events).load(creditStream, environment.accountIdOf('traveller'))).state;
    const open = Object.values(reservations).filter(({ state }) => state === 'OPEN').length;
    const shown = (await requestUntilAvailable(ask, { method: 'GET', path: '/api/accounts/me' })).body.credits;
    return [
      ...(open > 0 ? [`${open} reservations are open`] : []),
      ...(balance === expected ? [] : [`the balance is ${balance} and not ${expected}`]),
      ...(shown === balance ? [] : [`${String(shown)} credits are shown and not ${balance}`]),
    ];
  };
  await until(async () => (await look()).length === 0, withinMs);
  return [...(await look()), ...(await auditLedgers(events)).faults];
}
