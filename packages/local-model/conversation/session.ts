import { z } from 'zod';
import type { TripRequest } from '../understanding/wish.ts';
import type { Atlas } from '../world/atlas.ts';
import { type Story, storyAfterCall } from './story.ts';

const textPart = z.looseObject({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(textPart)]).nullish();

/** A message in the format of the OpenAI chat API. */
export const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content }),
  z.looseObject({ role: z.literal('user'), content }),
  z.looseObject({
    role: z.literal('assistant'),
    content,
    tool_calls: z.array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) })).nullish(),
  }),
  z.looseObject({ role: z.literal('tool'), content, tool_call_id: z.string() }),
]);
export type Message = z.output<typeof message>;

/** A tool that a request offers. */
export const offeredTool = z.looseObject({ function: z.looseObject({ name: z.string() }) });

/** Text of a message. */
export function messageText({ content: said }: Message): string {
  if (typeof said === 'string') return said;
  return (said ?? []).map(({ text = '' }) => text).join('\n');
}

export type Json = Readonly<Record<string, unknown>>;

/** A tool call of the model: name of the tool, and arguments. */
export interface Call {
  name: string;
  args: Json;
}
export interface AnsweredCall extends Call {
  /** Result; null after a failure, or without an answer. */
  result: Json | null;
  /** Reason of the failure, in words; null after a success. */
  problem: string | null;
  /** True when the answer was interrupted during the call, so that the effect of the call is unknown. */
  isLost: boolean;
}

/** One message of the user, with all steps of the model until the next message. */
export interface Turn {
  /** Text of the user. */
  text: string;
  /** Tool calls with their results, one inner list per step of the model. */
  steps: readonly (readonly AnsweredCall[])[];
  /** Last text of the model in this turn. */
  reply: string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonOf = (text: string): Json => {
  const value = parsed(text);
  return isJson(value) ? value : {};
};

function answered(name: string, args: string, answer: string | undefined): AnsweredCall {
  const value = answer === undefined ? null : parsed(answer);
  const result = isJson(value) && !('error' in value) ? value : null;
  const error = isJson(value) && isJson(value.error) ? value.error : null;
  const problem = result ? null : typeof error?.detail === 'string' ? error.detail : 'it did not work';
  return { name, args: jsonOf(args), result, problem, isLost: error?.code === 'tool/interrupted' };
}

/** Maximum number of characters of a message that the model reads. */
const longestText = 2_000;

/** The turns of a conversation, oldest first. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  const answers = new Map(messages.flatMap((one) => (one.role === 'tool' ? [[one.tool_call_id, messageText(one)] as const] : [])));
  const turns: { text: string; steps: AnsweredCall[][]; reply: string }[] = [];
  for (const one of messages) {
    if (one.role === 'user') turns.push({ text: messageText(one).slice(0, longestText), steps: [], reply: '' });
    if (one.role !== 'assistant') continue;
    const turn = turns.at(-1) ?? { text: '', steps: [], reply: '' };
    if (turns.length === 0) turns.push(turn);
    const calls = one.tool_calls ?? [];
    if (calls.length > 0) turn.steps.push(calls.map(({ id, function: { name, arguments: args } }) => answered(name, args, answers.get(id))));
    turn.reply = messageText(one) || turn.reply;
  }
  return turns;
}

/** Text of the system messages. */
export const instructionsIn = (messages: readonly Message[]): string =>
  messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(messageText)
    .join('\n');

/** Next step of the model: a text, tool calls, or both. */
export interface Step {
  say: string;
  calls: readonly Call[];
}

/** Answers one message as a coroutine: it yields steps with tool calls, receives their results, and returns the closing text. */
export type Script = Generator<Step, string, readonly AnsweredCall[]>;

/** Input of a script. */
export interface Session {
  atlas: Atlas;
  /** Names of the tools that the request offers. */
  tools: ReadonlySet<string>;
  /** The itinerary of the conversation; results of tool calls update it. */
  story: Story | null;
  /** Last text of the user. */
  text: string;
  /** The trip request that has no itinerary yet, including the last message. */
  wish: TripRequest;
  /** The trip request of the last message alone. */
  latest: TripRequest;
  /** The trip request of the present itinerary; null without one. */
  planned: TripRequest | null;
  /** Previous text of the user. */
  textBefore: string;
  /** Last reply of the model before this message. */
  lastReply: string;
}

const inOrder = (calls: readonly Call[], answered: readonly AnsweredCall[]): AnsweredCall[] =>
  calls.map(({ name, args }, index) => {
    const answer = answered[index];
    return answer?.name === name ? answer : { name, args, result: null, problem: 'it was not answered', isLost: false };
  });

/** Makes tool calls and returns their results in order. Lost lookups are repeated once. */
export function* callTools(session: Session, calls: readonly Call[], say = ''): Generator<Step, AnsweredCall[], readonly AnsweredCall[]> {
  if (calls.length === 0) return [];
  const answers = inOrder(calls, yield { say, calls });
  // A repeated lookup is harmless, unlike a repeated write.
  const lost = answers.filter(({ name, isLost }) => isLost && name === 'lookup_location');
  const again = lost.length > 0 ? inOrder(lost, yield { say: '', calls: lost.map(({ name, args }) => ({ name, args })) }) : [];
  for (const [index, answer] of lost.entries()) answers[answers.indexOf(answer)] = again[index] ?? answer;
  for (const answer of answers) session.story = storyAfterCall(session.story, answer, session.atlas);
  return answers;
}
