import { Readable } from 'node:stream';
import { aborted } from '@waystory/infra/aborted.ts';
import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { ClientFor } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type LanguageModel, ModelFailure, type ModelMessage } from '@waystory/infra/language-model/port.ts';
import type { Log } from '@waystory/infra/log.ts';
import { StepFailed } from '@waystory/infra/workflows/workflow.ts';
import type { Workflows } from '@waystory/infra/workflows/workflows.ts';
import type { AnswerOutcome } from '@waystory/proto/assistant/thread.ts';
import { toolNames } from '@waystory/proto/assistant/tools/registry.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import { toolCallCause } from '@waystory/proto/kit/cause.ts';
import type { Credits } from '../credits.ts';
import { messagesOf } from '../thread/messages.ts';
import { type ThreadCommand, threadStream, threadStreamName } from '../thread/thread.ts';
import { toolCallWorkflow } from '../tools/tool-call.workflow.ts';
import { plannerRoutes } from '../tools/tool-context.ts';
import { answerWatch } from './answer-watch.workflow.ts';
import { candidatesIn, historyOf, placesLookedUp } from './history.ts';
import { LiveAnswer } from './live-answer.ts';
import { openItinerary, promptOf } from './prompt.ts';
import { type CallTool, runTurn, type TurnLimits } from './turn.ts';

/** Longest that a turn may take, milliseconds. */
const longestTurn = 180_000;

export interface TurnServices {
  commands: CommandHandler;
  events: Pick<EventStore, 'read'>;
  workflows: Workflows;
  clientFor: ClientFor;
  credits: Credits;
  /** Null where there is none to ask. */
  model: LanguageModel | null;
  limits: TurnLimits;
  log: Log;
}

/** What somebody asks, and where. */
export interface Question {
  threadId: string;
  text: string;
  itineraryId: string | null;
  actor: Principal & { accountId: string };
}

interface Running {
  answer: LiveAnswer;
  stop: AbortController;
  ended: Promise<void>;
}

interface Asked {
  question: Question;
  answerId: string;
  model: LanguageModel;
}

/** Why an answer is not written any further, beside what the model and its tools have to say. */
class Stopped extends Error {}
class Interrupted extends Error {}

/** The turns of the assistant that run in this process: a question, the answer to it, and what that does. */
export class Turns {
  readonly #services: TurnServices;
  readonly #running = new Map<string, Running>();

  constructor(services: TurnServices) {
    this.#services = services;
  }

  /**
   * Begins to answer. The turn goes on whether or not somebody reads it.
   * @throws Rejected `credit/none-left`, `chat/turn-running`, `chat/unknown`.
   */
  async begin(question: Question): Promise<Readable> {
    const { commands, credits, workflows, model } = this.#services;
    if (!model) throw new Rejected('chat/no-model');
    const { threadId, text, itineraryId, actor } = question;
    const answerId = newId();
    // Whatever becomes of this process, somebody sees to it that the answer ends and the credit is accounted for.
    await workflows.start(answerWatch, `answer:${answerId}`, { threadId, answerId, accountId: actor.accountId });
    await credits.reserve(actor.accountId, answerId);
    const command = { type: 'SendMessage', messageId: newId(), answerId, text, itineraryId, actor } as const;
    try {
      await commands.execute(threadStream, threadId, [command], contextOf(actor.accountId));
    } catch (error) {
      await credits.release(actor.accountId, answerId);
      throw error;
    }
    return this.#run({ question, answerId, model });
  }

  /** The answer of a thread that is being written here, from its first line on. */
  reading(threadId: string): Readable | null {
    const running = this.#running.get(threadId);
    return running ? Readable.from(running.answer.read(), { objectMode: false }) : null;
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

  #run(asked: Asked): Readable {
    const { question, answerId } = asked;
    const { threadId, actor } = question;
    const execute = (command: ThreadCommand): Promise<unknown> =>
      this.#services.commands.execute(threadStream, threadId, [command], contextOf(actor.accountId));
    const stop = new AbortController();
    const log = {
      write: (lines: string) => execute({ type: 'WriteAnswer', messageId: answerId, lines }),
      hold: () => execute({ type: 'HoldAnswer', messageId: answerId }),
    };
    // Somebody stopped it elsewhere, or the log is away: what cannot be written down is not to be answered.
    const answer = new LiveAnswer(log, (error) => stop.abort(error instanceof Rejected ? new Stopped() : error));
    const ended = this.#answer(asked, answer, stop.signal)
      .then((end) => this.#end(question, answerId, answer, end))
      .finally(() => {
        answer.end();
        if (this.#running.get(threadId)?.answer === answer) this.#running.delete(threadId);
      });
    this.#running.set(threadId, { answer, stop, ended });
    return Readable.from(answer.read(), { objectMode: false });
  }

  /** Writes the answer; what goes wrong is how it ends. */
  async #answer({ question, answerId, model }: Asked, answer: LiveAnswer, stopped: AbortSignal): Promise<End> {
    const { limits, log } = this.#services;
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(longestTurn)]);
    try {
      const { messages, callTool } = await this.#prepare(question, signal);
      await runTurn({ model, messages, offered: toolNames, messageId: answerId, limits, callTool, add: (part) => answer.add(part), signal });
      return { outcome: 'FINISHED', code: null };
    } catch (error) {
      if (stopped.reason instanceof Stopped) return { outcome: 'STOPPED', code: null };
      if (stopped.reason instanceof Interrupted) return { outcome: 'INTERRUPTED', code: null };
      const code = error instanceof ModelFailure ? error.code : signal.aborted ? 'model/slow' : 'chat/failed';
      log.warn({ err: error, threadId: question.threadId, code }, 'the assistant could not answer');
      return { outcome: 'FAILED', code };
    }
  }

  async #prepare({ threadId, itineraryId, actor }: Question, signal: AbortSignal): Promise<{ messages: ModelMessage[]; callTool: CallTool }> {
    const { events, clientFor, workflows } = this.#services;
    const { accountId, roles } = actor;
    const said = messagesOf(await events.read(threadStreamName(threadId))).slice(0, -1);
    const open = itineraryId ? await openItinerary(clientFor(plannerRoutes, actor), itineraryId) : null;
    const places = placesLookedUp(said);
    const callTool: CallTool = async ({ id, name, args }) => {
      const run = toolCallCause(threadId, id);
      await workflows.start(toolCallWorkflow, run, { tool: name, args, accountId, roles: [...roles], places: Object.fromEntries(places) });
      const result = await orAborted(workflows.result(run).catch(couldNotBeDone), signal);
      if (name === 'lookup_location') for (const [placeId, mapboxId] of candidatesIn(result)) places.set(placeId, mapboxId);
      return result;
    };
    const prompt: ModelMessage = { role: 'system', content: promptOf(new Date().toISOString().slice(0, 10), open) };
    return { messages: [prompt, ...historyOf(said)], callTool };
  }

  async #end({ threadId, actor }: Question, answerId: string, answer: LiveAnswer, { outcome, code }: End): Promise<void> {
    const { commands, credits, log } = this.#services;
    try {
      if (outcome === 'FAILED') answer.add({ type: 'error', value: code ?? 'chat/failed' });
      await answer.written();
      await commands.execute(threadStream, threadId, [{ type: 'EndAnswer', messageId: answerId, outcome, code }], contextOf(actor.accountId));
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
}

const contextOf = (actorId: string) => ({ actorId, now: new Date().toISOString(), commandId: newId() });

/** What stayed away however often it was tried: the model may go on without it. */
function couldNotBeDone(error: unknown): ToolFailure {
  if (!(error instanceof StepFailed)) throw error;
  return failureOf(error.code, 'This could not be done now.');
}

/** What comes first: the result, or the end of the turn. A tool that was begun is done all the same. */
const orAborted = <T>(result: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    result,
    aborted(signal).then((): never => {
      throw signal.reason;
    }),
  ]);
