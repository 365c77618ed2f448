import { isDeepStrictEqual } from 'node:util';
import { type EventStore, logPages, type Position, type RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { type DataStreamPart, dataStream } from '@waystory/proto/assistant/data-stream.ts';
import { type AnswerOutcome, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { isToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { threadEventOf } from '@waystory/services/assistant/thread/messages.ts';
import type { KillTimes } from '../environment/commands.ts';
import type { Environment } from '../environment/environment.ts';
import { busyCoreShare } from '../environment/load.ts';
import { until } from '../environment/progress.ts';
import { planRequestFor, planSteps } from './scripted-model.ts';

/** Timeout of a tool call, milliseconds, because another worker takes over from a dead worker only after a timeout. */
const doneWithinMs = 150_000;
/** Maximum delay of the end of an interrupted answer, milliseconds (see `interruptionDelayMs`): as promised, and on busy cores. */
const interruptedWithinMs = 15_000;
const lateWithinMs = 90_000;

/** Event type that shows the effect of a tool. Its events of one command count as one call. */
const traces: Readonly<Record<string, string>> = {
  create_itinerary: 'ItineraryCreated',
  add_day: 'DayAdded',
  add_stop: 'StopAdded',
  update_stop: 'StopRewritten',
  optimize_route: 'StopMoved',
  remove_stop: 'StopRemoved',
  update_itinerary: 'ItineraryRewritten',
};

/** A call with its state in the engine of workflows. */
interface DoneCall extends LoggedCall {
  state: 'never begun' | 'done' | 'failed' | 'never ended';
  outcome: unknown;
}

/** Read-only tools run outside of workflows, and write no events. */
const isWorkflow = ({ tool }: LoggedCall): boolean => !isToolName(tool) || tools[tool].effect !== 'read';

/** Workflow calls of an answer with their final states. Status queries run one by one, because a restarted engine is busy. */
export async function doneCalls({ engines: { workflows } }: Environment, { threadId, calls }: LoggedAnswer): Promise<DoneCall[]> {
  const done: DoneCall[] = [];
  for (const call of calls.filter(isWorkflow)) {
    const run = `tool:${threadId}:${call.id}`;
    let found: DoneCall = { ...call, state: 'never ended', outcome: null };
    await until(async () => {
      const status = await workflows.status(run);
      if (status === null) found = { ...call, state: 'never begun', outcome: null };
      if (status === 'failed') found = { ...call, state: 'failed', outcome: null };
      if (status === 'completed') found = { ...call, state: 'done', outcome: await workflows.result(run) };
      return status !== 'running';
    }, doneWithinMs);
    done.push(found);
  }
  return done;
}

const hasFailed = (outcome: unknown): boolean => Object.hasOwn(Object(outcome), 'error');

/** Faults of calls: a reported result that differs from the real one, and missing or doubled effects. */
export function faultsOfCalls({ text }: LoggedAnswer, calls: readonly DoneCall[], events: readonly RecordedEvent[]): string[] {
  const told = calls.flatMap(({ tool, result, state, outcome }) => {
    if (state === 'never ended') return [`${tool} never ended`];
    // Without a result, or with an error, the user was told of no success.
    if (result === null || hasFailed(result)) return [];
    return state === 'done' && isDeepStrictEqual(result, outcome) ? [] : [`${tool} was told to be done and is ${state}`];
  });
  return [...told, ...faultsOfStory(text, calls, events)].map((fault) => `${text}: ${fault}`);
}

/** Streams of the itineraries that a plan request created, found by their titles. */
const storiesOf = (text: string, events: readonly RecordedEvent[]): string[] =>
  events
    .filter(({ type, data }) => type === 'ItineraryCreated' && planRequestFor(String(data.title).replace('Trip ', '')) === text)
    .map(({ stream }) => stream);

function faultsOfStory(text: string, calls: readonly DoneCall[], events: readonly RecordedEvent[]): string[] {
  const stories = storiesOf(text, events);
  const entries = events.filter(({ stream }) => stories.includes(stream));
  return planSteps.flatMap(({ tool }) => {
    const trace = traces[tool];
    if (!trace) return [];
    const least = calls.filter((call) => call.tool === tool && call.state === 'done' && !hasFailed(call.outcome)).length;
    // A call that failed in the workflow engine may or may not have had its effect.
    const most = least + calls.filter((call) => call.tool === tool && call.state === 'failed').length;
    const times = new Set(entries.filter(({ type }) => type === trace).map(({ meta }) => meta.commandId)).size;
    return times >= least && times <= most ? [] : [`${tool} was done ${times} times for ${least} calls`];
  });
}

/**
 * Faults of the end of an answer.
 * @param strikes process kills, oldest first
 * @param busy share of busy cores
 */
export function faultsOfAnswerEnd({ text, ends }: LoggedAnswer, strikes: readonly KillTimes[], busy: number): string[] {
  const [end, ...more] = ends;
  if (!end) return [`${text}: it never ended`];
  if (more.length > 0) return [`${text}: it ended ${ends.length} times`];
  const waited = interruptionDelayMs(end, strikes);
  return waited !== null && waited > (busy < busyCoreShare ? interruptedWithinMs : lateWithinMs)
    ? [`${text}: it was interrupted after ${(waited / 1_000).toFixed(1)} s`]
    : [];
}

/** Milliseconds from the first moment with a running watcher to the end of an interrupted answer; null for any other outcome. */
export function interruptionDelayMs({ outcome, at }: LoggedAnswer['ends'][number], strikes: readonly KillTimes[]): number | null {
  if (outcome !== 'INTERRUPTED') return null;
  const since = strikes.filter((strike) => strike.at <= at).at(-1)?.since;
  return since === undefined ? null : Math.max(0, at - since);
}

interface LoggedCall {
  id: string;
  tool: string;
  /** Null when no result was reported. */
  result: unknown;
}

export interface LoggedAnswer {
  threadId: string;
  text: string;
  ends: { outcome: AnswerOutcome; at: number }[];
  calls: LoggedCall[];
}

/** All events after a position. */
export async function eventsAfter(events: Pick<EventStore, 'readAll'>, position: Position): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const page of logPages(events, position)) all.push(...page);
  return all;
}

/** Answers in the log, in the order of their start. */
export function answersIn(events: readonly RecordedEvent[]): LoggedAnswer[] {
  const answers = new Map<string, LoggedAnswer>();
  const threads = new Map<string, string>();
  for (const recorded of events.filter(({ type }) => type in threadEvents.schemas)) {
    const { type, data } = threadEventOf(recorded);
    if (type === 'MessageSent') threads.set(recorded.stream, data.text ?? '');
    if (type === 'AnswerBegun') {
      const threadId = recorded.stream.slice(recorded.stream.indexOf('-') + 1);
      answers.set(data.messageId, { threadId, text: threads.get(recorded.stream) ?? '', ends: [], calls: [] });
    }
    const answer = 'messageId' in data ? answers.get(data.messageId) : undefined;
    if (type === 'AnswerWritten' && answer) for (const line of (data.lines ?? '').split('\n').filter(Boolean)) read(answer, dataStream.decode(line));
    if (type === 'AnswerEnded') answer?.ends.push({ outcome: data.outcome, at: Date.parse(recorded.at) });
  }
  return [...answers.values()];
}

function read({ calls }: LoggedAnswer, { type, value }: DataStreamPart): void {
  if (type === 'tool_call') calls.push({ id: value.toolCallId, tool: value.toolName, result: null });
  if (type !== 'tool_result') return;
  const call = calls.find(({ id }) => id === value.toolCallId);
  if (call) call.result = value.result;
}
