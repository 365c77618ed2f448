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

const inOrder = (calls: readonly Call[], answered: readonly AnsweredCall[]): AnsweredCall[] =>
  calls.map(({ name, args }, index) => {
    const answer = answered[index];
    return answer?.name === name ? answer : { name, args, result: null, problem: 'it was not answered', isLost: false };
  });

/** Makes some calls and answers what came of them, in their order; looks up again what was lost. */
export function* callTools(session: Session, calls: readonly Call[], say = ''): Generator<Step, AnsweredCall[], readonly AnsweredCall[]> {
  if (calls.length === 0) return [];
  const answers = inOrder(calls, yield { say, calls });
  // Looking something up twice does no harm, unlike writing it twice.
  const lost = answers.filter(({ name, isLost }) => isLost && name === 'lookup_location');
  const again = lost.length > 0 ? inOrder(lost, yield { say: '', calls: lost.map(({ name, args }) => ({ name, args })) }) : [];
  for (const [index, answer] of lost.entries()) answers[answers.indexOf(answer)] = again[index] ?? answer;
  for (const answer of answers) session.story = afterCall(session.story, answer, session.atlas);
  return answers;
}
