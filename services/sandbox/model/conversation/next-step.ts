import { inEnglish } from '../understanding/translated-examples.ts';
import { together, type Wish, wishOf } from '../understanding/wish.ts';
import type { Atlas } from '../world/atlas.ts';
import { instructionsIn, type Message, type Turn, turnsOf } from './messages.ts';
import { replyTo } from './reply.ts';
import type { Session, Step } from './session.ts';
import { openStoryIn, storyAfter } from './story.ts';

/** What a request brings. */
export interface Request {
  messages: readonly Message[];
  /** Names of the tools that it offers. */
  tools: readonly string[];
}

/**
 * The next step of a conversation: words, tool calls, or both. It depends on the conversation alone: the script of the last turn is run again from its
 * beginning and given what its earlier calls answered, so nothing is kept between requests.
 */
export function nextStep({ messages, tools }: Request, atlas: Atlas): Step {
  const turns = turnsOf(messages);
  const turn = turns.at(-1);
  if (!turn) return { say: 'Hello! Where would you like to go?', calls: [] };
  const before = turns.slice(0, -1);
  const story = storyAfter(before, openStoryIn(instructionsIn(messages), atlas), atlas);
  const { pending, planned } = wishesOf(before, atlas);
  const text = inEnglish(turn.text);
  const latest = wishOf(text, atlas);
  const session: Session = {
    ...{
      atlas,
      tools: new Set(tools),
      story,
      text,
      latest,
      planned,
      lastReply: before.at(-1)?.reply ?? '',
      textBefore: inEnglish(before.at(-1)?.text ?? ''),
    },
    wish: pending ? together(pending, latest) : latest,
  };
  const script = replyTo(session);
  let step = script.next();
  for (const answered of turn.steps) {
    if (step.done) break;
    step = script.next(answered);
  }
  return step.done ? { say: step.value, calls: [] } : step.value;
}

const hasPlanned = ({ steps }: Turn): boolean => steps.flat().some(({ name, result }) => name === 'create_itinerary' && result !== null);

/** What was asked for and not planned yet, and what the last plan was for. */
function wishesOf(turns: readonly Turn[], atlas: Atlas): { pending: Wish | null; planned: Wish | null } {
  let pending: Wish | null = null;
  let planned: Wish | null = null;
  for (const turn of turns) {
    const wish = wishOf(inEnglish(turn.text), atlas);
    const all: Wish = pending ? together(pending, wish) : wish;
    if (hasPlanned(turn)) [pending, planned] = [null, all];
    else pending = planned ? null : all;
  }
  return { pending, planned };
}
