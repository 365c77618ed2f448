import { orAborted } from '@waystory/infra/aborted.ts';
import type { CommandContext, CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { ClientFor } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type LanguageModel, ModelFailure, type ModelMessage } from '@waystory/infra/language-model/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { Workflows } from '@waystory/infra/workflows/port.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { type AnswerOutcome, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { toolNames, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import type { Credits } from '../credits.ts';
import { answerLinesFromLog, lastPartOf, repeatedAnswerId } from '../message/answer-in-log.ts';
import { messagesOf, threadEventOf } from '../thread/messages.ts';
import { evolveThread, type Thread, type ThreadCommand, threadStream, threadStreamName } from '../thread/thread.ts';
import { runReadCall, runToolCall } from '../tools/run-tool-call.ts';
import type { ToolActivities } from '../tools/tool-call.activities.ts';
import { plannerRoutes } from '../tools/tool-context.ts';
import { candidatesIn, historyOf, placesLookedUp } from './history.ts';
import { LiveAnswer } from './live-answer.ts';
import { retryWhileUnavailable } from './outlast.ts';
import type { TurnGuard } from './page-guard.ts';
import { continuationPrompt, openItinerary, promptOf } from './prompt.ts';
import { type CallTool, runTurn, type TurnLimits, type TurnOptions } from './turn.ts';

/** Longest turn, milliseconds. */
const longestTurn = 180_000;

interface TurnServices {
  commands: CommandHandler;
  events: Pick<EventStore, 'read' | 'onAppended'>;
  workflows: Workflows;
  clientFor: ClientFor;
  /** Executes a read tool. */
  runTool: ToolActivities['runTool'];
  credits: Credits;
  /** Null when no model is configured. */
  model: LanguageModel | null;
  limits: TurnLimits;
  guardOf: GuardOf;
  /** Receives the time to the first content of an answer, seconds. */
  firstWord: (seconds: number) => void;
  log: Log;
}

/** Creates the guard of a turn from the conversation and whether the open itinerary is foreign. */
export type GuardOf = (messages: readonly ChatMessage[], isAboutOthers: boolean) => TurnGuard;

/** A message of the user, with its thread and the open itinerary. */
export interface Question {
  threadId: string;
  /** Null continues the previous answer. `replaces` is a message to replace, with everything after it. */
  message: { text: string; replaces: string | null } | null;
  itineraryId: string | null;
  actor: Principal & { accountId: string };
  /** Context of the request; an `Idempotency-Key` makes it idempotent. */
  context: Pick<CommandContext, 'commandId' | 'requestHash'>;
}

interface Running {
  answerId: string;
  answer: LiveAnswer;
  stop: AbortController;
  ended: Promise<void>;
}

interface Turn {
  question: Question;
  answerId: string;
  model: LanguageModel;
  /** Messages up to the question. */
  conversation: readonly ChatMessage[];
  /** Resolves when the question is stored. */
  stored: Promise<unknown>;
  /** Time of the question by `performance.now()`, milliseconds. */
  askedAt: number;
}

/** Reasons to end an answer from outside the model and its tools. */
class Stopped extends Error {}
class Interrupted extends Error {}
/** A request with the same idempotency key has begun an answer concurrently. */
class AskedAgain extends Error {}

/** Running turns of this process: question, answer and its effects. */
export class Turns {
  readonly #services: TurnServices;
  readonly #running = new Map<string, Running>();

  constructor(services: TurnServices) {
    this.#services = services;
  }

  /**
   * Starts an answer, which continues without readers. A request repeated under its `Idempotency-Key` reads the same answer.
   * @throws Rejected `chat/no-model`, `credit/none-left`, `chat/turn-running`, `chat/unknown`, `chat/message-unknown`, `chat/nothing-to-go-on-with`,
   * `request/key-reused`.
   */
  async begin(question: Question): Promise<AsyncGenerator<string, void, undefined>> {
    const { commands, credits, model } = this.#services;
    if (!model) throw new Rejected('chat/no-model');
    const { threadId, message, itineraryId, actor } = question;
    const repeated = await this.#repeated(question);
    if (repeated) return repeated;
    const askedAt = performance.now();
    const answerId = newId();
    const turn = { answerId, itineraryId, actor };
    const command: ThreadCommand = message ? { type: 'SendMessage', messageId: newId(), ...message, ...turn } : { type: 'GoOn', ...turn };
    const beginning = [
      this.#conversationWith(threadId, command),
      // A started answer is watched by a workflow, and a reservation without an answer expires, even if this process dies.
      credits.reserve(actor.accountId, answerId, threadId),
    ] as const;
    /** Releases the credit, and reads the answer of a concurrent duplicate under the same idempotency key. */
    const abandon = async (error: unknown): Promise<AsyncGenerator<string, void, undefined>> => {
      // The reservation may be in progress.
      await Promise.allSettled(beginning);
      await credits.release(actor.accountId, answerId);
      const meanwhile = await this.#repeated(question);
      if (meanwhile) return meanwhile;
      throw error;
    };
    let prepared: Awaited<(typeof beginning)[0]>;
    try {
      [prepared] = await Promise.all(beginning);
    } catch (error) {
      return abandon(error);
    }
    const stored = commands
      .execute(threadStream, threadId, [command], { ...contextOf(actor.accountId), ...question.context })
      .then(({ replayed }) => {
        if (replayed) throw new AskedAgain();
      });
    // The model starts while the question is being stored. Before that is done, no part of its answer is sent, stored or executed. Without an open
    // itinerary, the itinerary of the thread is used.
    const opened = { ...question, itineraryId: itineraryId ?? prepared.threadItineraryId };
    const running = this.#run({ question: opened, answerId, model, conversation: prepared.conversation, stored, askedAt });
    try {
      await stored;
    } catch (error) {
      running.stop.abort(new Interrupted());
      return abandon(error);
    }
    this.#running.set(threadId, running);
    void running.ended.finally(() => this.#running.get(threadId) === running && this.#running.delete(threadId));
    return running.answer.read();
  }

  /** Lines of the answer to an earlier request with the same idempotency key, in any process; null without such a request. */
  async #repeated({ threadId, context }: Question): Promise<AsyncGenerator<string, void, undefined> | null> {
    const { events } = this.#services;
    const answerId = await repeatedAnswerId(events, threadId, context);
    const running = this.#running.get(threadId);
    if (answerId !== null && running?.answerId === answerId) return running.answer.read();
    return answerId === null ? null : answerLinesFromLog(events, threadId, answerId);
  }

  /** Lines of the answer that this process writes in the thread, from the first line; null without such an answer. */
  reading(threadId: string): AsyncGenerator<string, void, undefined> | null {
    return this.#running.get(threadId)?.answer.read() ?? null;
  }

  /** Stops the answer of a thread, if it runs here. */
  stop(threadId: string): void {
    this.#running.get(threadId)?.stop.abort(new Stopped());
  }

  /** Ends all answers before the process stops. */
  async end(): Promise<void> {
    const ending = [...this.#running.values()].map(({ stop, ended }) => {
      stop.abort(new Interrupted());
      return ended;
    });
    await Promise.all(ending);
  }

  /**
   * Conversation with the question that `command` will store, and the itinerary of the thread. A turn that another tab completes between this read
   * and the write is missed.
   * @throws Rejected like the command.
   */
  async #conversationWith(threadId: string, command: ThreadCommand): Promise<{ conversation: ChatMessage[]; threadItineraryId: string | null }> {
    const recorded = await this.#services.events.read(threadStreamName(threadId));
    const thread = recorded.reduce((before: Thread | null, one) => evolveThread(before, { ...one, ...threadEventOf(one) }), null);
    const at = new Date().toISOString();
    const coming = threadStream.decider.decide(command, thread).map((event) => ({ ...event, schema: schemaVersion(threadEvents, event.type), at }));
    return { conversation: messagesOf([...recorded, ...coming]).slice(0, -1), threadItineraryId: thread?.itineraryId ?? null };
  }

  #run(turn: Turn): Running {
    const { question, answerId, stored } = turn;
    const { threadId, actor } = question;
    const execute = async (command: ThreadCommand): Promise<unknown> => {
      await stored;
      return this.#services.commands.execute(threadStream, threadId, [command], contextOf(actor.accountId));
    };
    const stop = new AbortController();
    const log = {
      write: (lines: string) => execute({ type: 'WriteAnswer', messageId: answerId, lines }),
      hold: () => execute({ type: 'HoldAnswer', messageId: answerId }),
    };
    // The answer was stopped elsewhere or the log is unavailable: an answer that cannot be stored must end.
    const answer = new LiveAnswer(log, (error) => stop.abort(error instanceof Rejected ? new Stopped() : error));
    const ended = this.#answer(turn, answer, stop.signal)
      .then((end) => this.#end(turn, answer, end))
      .finally(() => answer.end());
    return { answerId, answer, stop, ended };
  }

  /** Writes the answer; errors become its outcome. */
  async #answer(turn: Turn, answer: LiveAnswer, stopped: AbortSignal): Promise<End> {
    const { limits, firstWord, log } = this.#services;
    const { question, answerId, model, askedAt } = turn;
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(longestTurn)]);
    try {
      const prepared = await this.#prepare(turn, answer, signal);
      let isSilent = true;
      const add: TurnOptions['add'] = (part) => {
        if (isSilent && (part.type === 'text' || part.type === 'tool_call')) {
          isSilent = false;
          firstWord((performance.now() - askedAt) / 1_000);
        }
        answer.add(part);
      };
      const { changes } = await runTurn({ ...prepared, model, offered: toolNames, messageId: answerId, limits, add, signal });
      return { outcome: 'FINISHED', code: null, changes };
    } catch (error) {
      if (stopped.reason instanceof Stopped) return { outcome: 'STOPPED', code: null, changes: [] };
      if (stopped.reason instanceof Interrupted) return { outcome: 'INTERRUPTED', code: null, changes: [] };
      const code = error instanceof ModelFailure ? error.code : signal.aborted ? 'model/slow' : 'chat/failed';
      log.warn({ err: error, threadId: question.threadId, code }, 'the assistant could not answer');
      return { outcome: 'FAILED', code, changes: [] };
    }
  }

  async #prepare({ question, conversation }: Turn, answer: LiveAnswer, signal: AbortSignal): Promise<Prepared> {
    const { clientFor, workflows, runTool, guardOf } = this.#services;
    const { threadId, message, itineraryId, actor } = question;
    const { accountId } = actor;
    const open = itineraryId ? await openItinerary(clientFor(plannerRoutes, { delegatedBy: accountId }), itineraryId) : null;
    const places = placesLookedUp(conversation);
    const callTool: CallTool = async ({ id, name, args }) => {
      const call = { tool: name, args, accountId, roles: [], places: Object.fromEntries(places) };
      const done = async (): Promise<unknown> => {
        if (tools[name].effect === 'read') return runReadCall(runTool, { ...call, threadId });
        // A call is stored before its execution, and a writer whose answer was ended executes nothing more.
        await answer.written();
        signal.throwIfAborted();
        return retryWhileUnavailable(() => runToolCall(workflows, threadId, id, call), signal);
      };
      const result = await orAborted(done(), signal);
      if (name === 'lookup_location') for (const [placeId, mapboxId] of candidatesIn(result)) places.set(placeId, mapboxId);
      return result;
    };
    const prompt: ModelMessage = { role: 'system', content: promptOf(new Date().toISOString().slice(0, 10), open, accountId) };
    const guard = guardOf(conversation, open !== null && open.accountId !== accountId);
    return { messages: [prompt, ...historyOf(conversation), ...(message ? [] : [continuationPrompt])], guard, callTool };
  }

  async #end({ question: { threadId, actor }, answerId, stored }: Turn, answer: LiveAnswer, { outcome, code, changes }: End): Promise<void> {
    const { commands, credits, log } = this.#services;
    // When the question could not be stored, no answer has begun, and `begin` throws the error.
    const isBegun = await stored.then(
      () => true,
      () => false,
    );
    if (!isBegun) return;
    try {
      const last = lastPartOf(outcome, code);
      if (last) answer.add(last);
      await answer.written();
      const command = { type: 'EndAnswer', messageId: answerId, outcome, code, changes } as const;
      await commands.execute(threadStream, threadId, [command], contextOf(actor.accountId));
      await credits.account(actor.accountId, answerId, threadId);
    } catch (error) {
      // The watching workflow ends the answer.
      log.warn({ err: error, threadId }, 'the end of an answer could not be written down');
    }
  }
}

interface End {
  outcome: AnswerOutcome;
  code: string | null;
  /** Call ids of the proposed changes. */
  changes: readonly string[];
}

type Prepared = Pick<TurnOptions, 'messages' | 'guard' | 'callTool'>;

const contextOf = (actorId: string) => ({ actorId, now: new Date().toISOString(), commandId: newId() });
