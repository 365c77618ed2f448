import { orAborted } from '@waystory/infra/aborted.ts';
import type { CommandContext, CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { ClientFor } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type LanguageModel, ModelFailure, type ModelMessage } from '@waystory/infra/language-model/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { Workflows } from '@waystory/infra/workflows/workflows.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { type AnswerOutcome, threadEvents } from '@waystory/proto/assistant/thread.ts';
import { toolNames, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { schemaVersion } from '@waystory/proto/kit/event.ts';
import type { Credits } from '../credits.ts';
import { answerInLog } from '../message/answer-in-log.ts';
import { messagesOf, threadEventOf } from '../thread/messages.ts';
import { evolveThread, type Thread, type ThreadCommand, threadStream, threadStreamName } from '../thread/thread.ts';
import { runReadCall, runToolCall } from '../tools/run-tool-call.ts';
import type { ToolActivities } from '../tools/tool-call.activities.ts';
import { plannerRoutes } from '../tools/tool-context.ts';
import { candidatesIn, historyOf, placesLookedUp } from './history.ts';
import { lastPartOf } from './last-part.ts';
import { LiveAnswer } from './live-answer.ts';
import { outlast } from './outlast.ts';
import type { TurnGuard } from './page-guard.ts';
import { goOn, openItinerary, promptOf } from './prompt.ts';
import { repeatedAnswer } from './repeated-answer.ts';
import { type CallTool, runTurn, type TurnLimits, type TurnOptions } from './turn.ts';

/** Longest that a turn may take, milliseconds. */
const longestTurn = 180_000;

export interface TurnServices {
  commands: CommandHandler;
  events: Pick<EventStore, 'read' | 'onAppended'>;
  workflows: Workflows;
  clientFor: ClientFor;
  /** Does what a tool that only reads does. */
  runTool: ToolActivities['runTool'];
  credits: Credits;
  /** Null where there is none to ask. */
  model: LanguageModel | null;
  limits: TurnLimits;
  guardOf: GuardOf;
  /** Told how long a question waited until something was said or done, seconds. */
  firstWord: (seconds: number) => void;
  log: Log;
}

/** What watches over a turn, by the conversation, and whether the itinerary that is open is somebody else's. */
export type GuardOf = (messages: readonly ChatMessage[], isAboutOthers: boolean) => TurnGuard;

/** What somebody asks, and where. */
export interface Question {
  threadId: string;
  /** Null: go on with the answer before. `replaces` is a message of theirs that this one stands for from now on, with all after it. */
  message: { text: string; replaces: string | null } | null;
  itineraryId: string | null;
  actor: Principal & { accountId: string };
  /** Of the request; with an `Idempotency-Key` the same question is answered once. */
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
  /** All messages up to the question. */
  conversation: readonly ChatMessage[];
  /** Resolves when the question is written down. */
  stored: Promise<unknown>;
  /** When it was asked, by the clock of `performance`. */
  askedAt: number;
}

/** Why an answer is not written any further, beside what the model and its tools have to say. */
class Stopped extends Error {}
class Interrupted extends Error {}
/** The same request has begun an answer in the meantime. */
class AskedAgain extends Error {}

/** The turns of the assistant that run in this process: a question, the answer to it, and what that does. */
export class Turns {
  readonly #services: TurnServices;
  readonly #running = new Map<string, Running>();

  constructor(services: TurnServices) {
    this.#services = services;
  }

  /**
   * Begins to answer. The turn goes on whether or not somebody reads it. A request that is repeated with its `Idempotency-Key` reads the same answer.
   * @throws Rejected `credit/none-left`, `chat/turn-running`, `chat/unknown`, `chat/message-unknown`, `chat/nothing-to-go-on-with`, `request/key-reused`.
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
      // Whatever becomes of this process: once the answer has begun it is watched, and what was reserved for one that never does expires.
      credits.reserve(actor.accountId, answerId, threadId),
    ] as const;
    /** Gives back the reserved credit, and reads the answer of the same request if that was quicker. */
    const abandon = async (error: unknown): Promise<AsyncGenerator<string, void, undefined>> => {
      // The reservation may still be on its way.
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
    // A model takes its time, in which the message is written down; before that nothing of its answer is told, written or done.
    // Where no page of an itinerary is open, it is the one that the conversation is about.
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

  /** Lines of the answer that the same request began before, here or elsewhere; null when it has not. */
  async #repeated({ threadId, context }: Question): Promise<AsyncGenerator<string, void, undefined> | null> {
    const { events } = this.#services;
    const answerId = await repeatedAnswer(events, threadId, context);
    const running = this.#running.get(threadId);
    if (answerId !== null && running?.answerId === answerId) return running.answer.read();
    return answerId === null ? null : answerInLog(events, threadId, answerId);
  }

  /** The answer of a thread that is being written here, from its first line on. */
  reading(threadId: string): AsyncGenerator<string, void, undefined> | null {
    return this.#running.get(threadId)?.answer.read() ?? null;
  }

  /** Ends the answer of a thread, when it is written here. */
  stop(threadId: string): void {
    this.#running.get(threadId)?.stop.abort(new Stopped());
  }

  /** Leaves no answer half written: the process stops. */
  async end(): Promise<void> {
    const ending = [...this.#running.values()].map(({ stop, ended }) => {
      stop.abort(new Interrupted());
      return ended;
    });
    await Promise.all(ending);
  }

  /**
   * What is said in a thread, and is to be said by a command, and the itinerary that it is about. A whole turn of another tab in the milliseconds until
   * that is written down would be missed.
   * @throws Rejected as the command would be.
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
    // Somebody stopped it elsewhere, or the log is away: what cannot be written down is not to be answered.
    const answer = new LiveAnswer(log, (error) => stop.abort(error instanceof Rejected ? new Stopped() : error));
    const ended = this.#answer(turn, answer, stop.signal)
      .then((end) => this.#end(turn, answer, end))
      .finally(() => answer.end());
    return { answerId, answer, stop, ended };
  }

  /** Writes the answer; what goes wrong is how it ends. */
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
        // What is done is in the log as a call whatever becomes of this process, and a writer whose answer somebody else has ended does nothing more.
        await answer.written();
        signal.throwIfAborted();
        return outlast(() => runToolCall(workflows, threadId, id, call), signal);
      };
      const result = await orAborted(done(), signal);
      if (name === 'lookup_location') for (const [placeId, mapboxId] of candidatesIn(result)) places.set(placeId, mapboxId);
      return result;
    };
    const prompt: ModelMessage = { role: 'system', content: promptOf(new Date().toISOString().slice(0, 10), open, accountId) };
    const guard = guardOf(conversation, open !== null && open.accountId !== accountId);
    return { messages: [prompt, ...historyOf(conversation), ...(message ? [] : [goOn])], guard, callTool };
  }

  async #end({ question: { threadId, actor }, answerId, stored }: Turn, answer: LiveAnswer, { outcome, code, changes }: End): Promise<void> {
    const { commands, credits, log } = this.#services;
    // Whoever asked hears of it, and nothing was begun.
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
      // Whoever watches the answer ends it.
      log.warn({ err: error, threadId }, 'the end of an answer could not be written down');
    }
  }
}

interface End {
  outcome: AnswerOutcome;
  code: string | null;
  /** Calls that wait for the user. */
  changes: readonly string[];
}

type Prepared = Pick<TurnOptions, 'messages' | 'guard' | 'callTool'>;

const contextOf = (actorId: string) => ({ actorId, now: new Date().toISOString(), commandId: newId() });
