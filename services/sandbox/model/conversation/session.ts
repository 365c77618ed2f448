import type { Wish } from '../understanding/wish.ts';
import type { Atlas } from '../world/atlas.ts';
import type { AnsweredCall, Call } from './messages.ts';
import { afterCall, type Story } from './story.ts';

/** What the model does next: says something, calls tools, or both. */
export interface Step {
  say: string;
  calls: readonly Call[];
}

/** Answers one message: yields steps that call tools, is given what they answered, and ends with the closing words. */
export type Script = Generator<Step, string, readonly AnsweredCall[]>;

/** What a script works with. */
export interface Session {
  atlas: Atlas;
  /** Names of the tools that the request offers. */
  tools: ReadonlySet<string>;
  /** The itinerary that is talked about; it follows what the script does. */
  story: Story | null;
  /** What the user wrote last. */
  text: string;
  /** What was asked for so far and not planned yet, the last message included. */
  wish: Wish;
  /** What the last message alone asks for. */
  latest: Wish;
  /** What the itinerary at hand was planned for. */
  planned: Wish | null;
  /** What the user wrote before that. */
  textBefore: string;
  /** What the model said last, before this message. */
  lastReply: string;
}

/** Makes some calls and answers what came of them, in their order. */
export function* callTools(session: Session, calls: readonly Call[], say = ''): Generator<Step, AnsweredCall[], readonly AnsweredCall[]> {
  if (calls.length === 0) return [];
  const answered = yield { say, calls };
  const answers = calls.map((call, index) => {
    const answer = answered[index];
    return answer && answer.name === call.name ? answer : { ...call, result: null, problem: 'it was not answered' };
  });
  for (const answer of answers) session.story = afterCall(session.story, answer, session.atlas);
  return answers;
}
