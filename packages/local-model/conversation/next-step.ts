import { type Edit, editIn } from '../understanding/edit.ts';
import { inEnglish, joinWithAnd, plainText } from '../understanding/plain-text.ts';
import { isSameDestination, mergeTripRequests, parseTripRequest, type TripRequest } from '../understanding/wish.ts';
import { type Atlas, type City, cityOf } from '../world/atlas.ts';
import { editStory, isEditing } from './edits/edit-story.ts';
import { listSightsNear } from './edits/questions.ts';
import { planTrip } from './plan-trip.ts';
import { citiesOfStory, matchingStops } from './references.ts';
import { instructionsIn, type Message, type Script, type Session, type Step, type Turn, turnsOf } from './session.ts';
import { answerSmallTalk } from './small-talk.ts';
import { openStoryIn, storyAfterTurns } from './story.ts';

/** The script that answers the last message. */
export function replyTo(session: Session): Script {
  const plain = plainText(session.text);
  const talk = answerSmallTalk(session, plain);
  if (talk) return talk;
  if (isEditing(session) && !asksForNewTrip(session, plain)) {
    const edit = chosenStop(session) ?? pointedOut(session, editIn(plain, session.text));
    if (edit) return editStory(session, edit);
    return session.latest.legs.some(({ destination }) => destination.kind !== 'elsewhere') ||
      (session.latest.legs.length > 0 && session.latest.days !== null)
      ? planTrip(withPlanned(session))
      : notUnderstood(session);
  }
  const edit = session.story ? null : editIn(plain, session.text);
  if (edit?.kind === 'near' && !session.latest.days) return listSightsNear(session, withoutCity(session, edit.thing), citiesNamed(session));
  if (session.story) return planTrip(withPlanned(session));
  const choice = chosenBefore(session, plain);
  if (choice) return planTrip(choice);
  return asksForTrip(session) ? planTrip(session) : notUnderstood(session);
}

/** The edit of the previous message, with the stop that the user chose after the question "Which one do you mean". */
function chosenStop({ lastReply, textBefore, text, story }: Session): Edit | null {
  if (!story || !lastReply.startsWith('Which one do you mean')) return null;
  const thing = plainText(text)
    .replace(/^(the|i mean|that is|it's|its)\s+/, '')
    .replace(/[.!?]+$/, '');
  const edit = editIn(plainText(textBefore), textBefore);
  const isName = matchingStops(story, thing, null).length > 0 && editIn(plainText(text), text) === null;
  if (!edit || !isName) return null;
  if (edit.kind === 'swap') return { ...edit, from: thing, day: null };
  return edit.kind === 'remove' ? { ...edit, thing, day: null } : 'thing' in edit ? { ...edit, thing } : null;
}

/** Resolves "Remove it" to the stop that the last answer names, if that answer names a single stop. */
function pointedOut({ lastReply, story }: Session, edit: Edit | null): Edit | null {
  const isIt = (words: string): boolean => /^(it|that|this|that one|this one|them)$/.test(words);
  const named = [...lastReply.matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, name = '']) =>
    story?.stops.some(({ title }) => title === name) ? [name] : [],
  );
  const [name] = named;
  if (!edit || !name || new Set(named).size !== 1) return edit;
  if (edit.kind === 'swap' && isIt(edit.from)) return { ...edit, from: name };
  return 'thing' in edit && isIt(edit.thing) ? { ...edit, thing: name } : edit;
}

/** Whether the text describes a trip well enough to plan it, or to ask the user for more. */
function asksForTrip({ wish, latest, text }: Session): boolean {
  const says =
    latest.legs.length > 0 ||
    latest.must.length > 0 ||
    latest.days !== null ||
    latest.interests.length > 0 ||
    latest.pace !== null ||
    latest.company !== null ||
    latest.stay !== null;
  return (
    says ||
    (wish.legs.length > 0 && /\b(yes|yeah|ok|okay|sure|please|go|do|both|all)\b/i.test(text)) ||
    /\b(trip|travel|plan|itinerary|holiday|vacation|getaway|journey|visit)\b/i.test(text)
  );
}

/** True when the message requests another destination or a new trip. */
function asksForNewTrip({ story, latest, atlas }: Session, plain: string): boolean {
  if (!story) return true;
  const here = citiesOfStory(atlas, story).map(({ slug }) => slug);
  const elsewhere = latest.legs.some(
    ({ destination }) => destination.kind !== 'elsewhere' && !(destination.kind === 'city' && here.includes(destination.slug)),
  );
  const isChange = /^(please )?(add|put|swap|replace|remove|move|rename|call|include)\b/.test(plain);
  if (elsewhere && !isChange) return true;
  if (/\b(new|another|different|second) (trip|itinerary|plan|one)\b|\bstart (over|again|from scratch)\b/.test(plain)) return true;
  return latest.days !== null && latest.legs.length > 0 && /\b(plan|trip|itinerary|days? in|weekend in|week in)\b/.test(plain) && !isChange;
}

/** Applies the trip request of the present itinerary to the next itinerary, where the message does not override it. */
function withPlanned(session: Session): Session {
  const { planned, latest } = session;
  if (!planned || latest.legs.length === 0) return session;
  const { stay: _, must: _must, ...kept } = planned;
  const legs = latest.legs;
  return Object.assign(session, { wish: { ...mergeTripRequests({ ...kept, legs: [], stay: null, must: [] }, latest), legs } });
}

/** Continues after a question of the model: "Illinois" after "Which Springfield?", or "yes" after an offer of cities. Null for any other message. */
function chosenBefore(session: Session, plain: string): Session | null {
  const [, asked] = /^Which ([^?]+)\? There are several/.exec(session.lastReply) ?? [];
  if (asked) {
    const isAnother = session.latest.legs.some(({ destination }) => destination.kind === 'city');
    if (isAnother) return null;
    const which = session.text
      .replace(/^(the one|that|it'?s|i mean|in|the)\b/gi, '')
      .replace(/\b(the one )?in\b|please|one/gi, '')
      .replace(/[.!?]/g, '')
      .trim();
    const words = which.toLowerCase().startsWith(asked.toLowerCase()) ? which : `${asked}, ${which}`;
    return Object.assign(session, { wish: { ...session.wish, legs: [{ destination: { kind: 'elsewhere', words }, days: null }] } });
  }
  const [, offer] = /Cities? I know well are(?:, for example,)? (.+?) \(|cities I know well are (.+?) \(/i.exec(session.lastReply) ?? [];
  if (!offer || !/^(yes|yeah|yep|ok|okay|sure|please|go|the first|sounds)\b/.test(plain)) return null;
  return Object.assign(session, { wish: mergeTripRequests(session.wish, parseTripRequest(offer, session.atlas)) });
}

function citiesNamed({ atlas, latest, wish }: Session): City[] {
  const legs = latest.legs.length > 0 ? latest.legs : wish.legs;
  const named = legs.flatMap(({ destination }) => (destination.kind === 'city' ? (cityOf(atlas, destination.slug) ?? []) : []));
  if (named.length > 0) return named;
  return latest.must.slice(0, 1).flatMap((key) => cityOf(atlas, key.split('/')[0] ?? '') ?? []);
}

function withoutCity(session: Session, thing: string): string {
  const [city] = citiesNamed(session);
  if (!city || isSameDestination({ kind: 'city', slug: city.slug }, { kind: 'elsewhere', words: thing })) return thing;
  return thing.replace(new RegExp(`,? ?\\b(in|of)? ?${city.name.toLowerCase()}$`), '').trim() || thing;
}

// biome-ignore lint/correctness/useYield: a script that calls no tool
function* notUnderstood({ story, latest }: Session): Script {
  if (story && latest.unknown.length > 0) return `Of ${joinWithAnd(latest.unknown)} I know nothing, so I changed nothing.`;
  return story
    ? 'I did not understand that, so I changed nothing. You can say, for example: *make day 2 slower*, *add a viewpoint near the river*, *swap the museum for a market*, *move the castle to day 1*, or *what is near the cathedral?*'
    : 'I plan trips: tell me where, for how long and what you like, for example *3 days in Lisbon with food and views*.';
}

/** Input of the model for one step. */
export interface NextStepRequest {
  messages: readonly Message[];
  /** Names of the tools that the request offers. */
  tools: readonly string[];
}

/**
 * The next step of a conversation: a text, tool calls, or both. It depends on the conversation alone, because nothing is kept between requests. The
 * script of the last turn runs again from its beginning with the results of its earlier calls.
 */
export function nextStep({ messages, tools }: NextStepRequest, atlas: Atlas): Step {
  const turns = turnsOf(messages);
  const turn = turns.at(-1);
  if (!turn) return { say: 'Hello! Where would you like to go?', calls: [] };
  const before = turns.slice(0, -1);
  const story = storyAfterTurns(before, openStoryIn(instructionsIn(messages), atlas), atlas);
  const { pending, planned } = wishesOf(before, atlas);
  const text = inEnglish(turn.text);
  const latest = parseTripRequest(text, atlas);
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
    wish: pending ? mergeTripRequests(pending, latest) : latest,
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

/** The trip request that has no itinerary yet, and the request of the last created itinerary. */
function wishesOf(turns: readonly Turn[], atlas: Atlas): { pending: TripRequest | null; planned: TripRequest | null } {
  let pending: TripRequest | null = null;
  let planned: TripRequest | null = null;
  for (const turn of turns) {
    const wish = parseTripRequest(inEnglish(turn.text), atlas);
    const all: TripRequest = pending ? mergeTripRequests(pending, wish) : wish;
    if (hasPlanned(turn)) [pending, planned] = [null, all];
    else pending = planned ? null : all;
  }
  return { pending, planned };
}
