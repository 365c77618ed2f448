import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import { accountStream } from '@waystory/services/accounts/account/account.ts';
import { followIdOf, followStream } from '@waystory/services/accounts/follow/follow.ts';
import { threadStream } from '@waystory/services/assistant/thread/thread.ts';
import { reportStream } from '@waystory/services/moderation/report/report.ts';
import { collectionStream } from '@waystory/services/social/collection/collection.ts';
import { postStream } from '@waystory/services/social/post/post.ts';
import { reactionId, reactionStream } from '@waystory/services/social/reaction/reaction.ts';
import { saveIdOf, saveStream } from '@waystory/services/social/save/save.ts';
import type { Draw } from '../requests/draw.ts';
import { createSimulatedLog } from './chronicle.ts';
import { type Author, itineraryIdsOf, recordCustomPlaces, recordPlaceAct, recordStoryAct, uniqueWordOf } from './stories.ts';

const people = 3;
const posts = 3;
const things = 6;
const moderatorRoles = ['moderator'] as const;

/**
 * Writes a log of random acts of several people on each other's content.
 * @param likely acts to draw from; a repeated act is more likely
 */
export function writeHistory(draw: Draw, salt: string, acts: number, likely: readonly Act[] = everyAct): readonly RecordedEvent[] {
  const author = begin(draw, salt);
  for (let act = 0; act < acts; act++) draw.pick(likely)(author);
  return author.chronicle.log;
}

function begin(draw: Draw, salt: string): Author {
  const author: Author = { chronicle: createSimulatedLog(salt), draw, idOf: (...words) => derivedId(salt, ...words) };
  for (let number = 0; number < people; number++) create(author, person(author, number));
  for (const itineraryId of itineraryIdsOf(author)) recordStoryAct(author, itineraryId, person(author, 0));
  return author;
}

/** A history with the deletion of an account. */
export interface ErasingHistory {
  log: readonly RecordedEvent[];
  /** Number of events before the deletion. Later events were decided without knowledge of it. */
  before: number;
  accountId: string;
  /** Words of the account in texts for others, and in texts about or for itself. */
  words: { written: string; personal: string };
}

/** Writes the same kinds of acts before and after a deletion. In about two thirds of the histories the author of all stories is deleted. */
export function writeErasingHistory(draw: Draw, salt: string, acts: number): ErasingHistory {
  const author = begin(draw, salt);
  const who = draw.once(2) ? person(author, 0) : anyone(author);
  const accountId = accountIdOf(who);
  const live = (): void => {
    for (let act = 0; act < acts; act++) draw.pick(lastingActs)(author);
  };
  // The deleted account owns some personal data of each kind.
  for (const act of [introduce, list, talk]) act(author, who);
  recordCustomPlaces(author, person(author, 0));
  live();
  const before = author.chronicle.log.length;
  author.chronicle.tell(accountStream, accountId, { type: 'DeleteAccount', accountId, actor: who }, who);
  live();
  return { log: author.chronicle.log, before, accountId, words: { written: uniqueWordOf(who), personal: privateWordOf(who) } };
}

type Act = (author: Author) => void;
const everyAct: readonly Act[] = [story, story, story, story, like, like, comment, save, follow, accountAct, place, report];
const lastingActs: readonly ((author: Author) => void)[] = [story, story, like, like, comment, comment, save, follow, introduce, list, talk, report];
export const concurrentActs: readonly Act[] = [story, story, story, story, like, like, like, like, follow, accountAct, place];

const privateWordOf = ({ accountId }: Principal): string => `p${(accountId ?? '').replaceAll('-', '')}`;
const person = ({ idOf }: Pick<Author, 'idOf'>, number: number): Principal => ({ accountId: idOf('account', String(number)), roles: [] });
const anyone = (author: Author): Principal => person(author, author.draw.below(people));
const moderator = ({ idOf }: Author): Principal => ({ accountId: idOf('moderator'), roles: moderatorRoles });
const accountIdOf = ({ accountId }: Principal): string => accountId ?? '';

const create = ({ chronicle }: Author, who: Principal): void =>
  chronicle.tell(
    accountStream,
    accountIdOf(who),
    { type: 'CreateAccount', accountId: accountIdOf(who), owner: { roles: [], issuedAt: farAhead } },
    who,
  );
/** Issue time of tokens, later than any deletion. */
const farAhead = Date.UTC(2100, 0, 1);

function story(author: Author): void {
  const who = author.draw.once(6) ? moderator(author) : person(author, 0);
  recordStoryAct(author, author.draw.pick(itineraryIdsOf(author)), who);
}

function place(author: Author): void {
  recordPlaceAct(author, person(author, 0));
}

/** An itinerary, deleted or not: events about it may be older than the deletion. */
function target({ draw, chronicle: _, ...author }: Author): Target {
  const id = draw.pick(itineraryIdsOf(author));
  return {
    id,
    kind: 'itinerary',
    itineraryId: id,
    stopIds: [],
    isAccepted: true,
    accountId: accountIdOf(person(author, 0)),
    visibility: 'PUBLIC',
    hidden: false,
  };
}

const postId = ({ idOf, draw }: Author): string => idOf('post', String(draw.below(posts)));

function like(author: Author): void {
  const { chronicle, draw } = author;
  const who = anyone(author);
  const { id: itineraryId } = target(author);
  const reactable = draw.once(3)
    ? ({ reactableType: 'post', reactableId: postId(author) } as const)
    : ({ reactableType: 'itinerary', reactableId: itineraryId } as const);
  const id = reactionId(accountIdOf(who), reactable);
  const reactionType = draw.once(4) ? 'dislike' : 'like';
  if (draw.once(3)) chronicle.tell(reactionStream, id, { type: 'RemoveReaction', actor: who }, who);
  else {
    const hold = { targetId: itineraryId, itineraryId };
    chronicle.tell(reactionStream, id, { type: 'React', accountId: accountIdOf(who), reactable, reactionType, hold, actor: who }, who);
  }
}

function comment(author: Author): void {
  const { chronicle, draw } = author;
  const who = anyone(author);
  const id = postId(author);
  const text = `comment ${chronicle.log.length} ${uniqueWordOf(who)}`;
  const on = moderator(author);
  const commands = [
    () =>
      ({ type: 'CreatePost', accountId: accountIdOf(who), post: { text }, target: target(author), file: null, replyTo: null, actor: who }) as const,
    () => ({ type: 'PatchPost', changes: { text }, actor: who, seesTarget: true }) as const,
    () => ({ type: 'PatchPost', changes: { hidden: draw.once(2) }, actor: on, seesTarget: true }) as const,
    () => ({ type: 'DeletePost', actor: who, seesTarget: true }) as const,
  ];
  const command = draw.pick(commands)();
  chronicle.tell(postStream, id, command, command.actor);
}

function save(author: Author): void {
  const { chronicle, draw } = author;
  const who = anyone(author);
  const kept = target(author);
  const id = saveIdOf(accountIdOf(who), kept.kind, kept.id);
  chronicle.tell(saveStream, id, draw.once(3) ? { type: 'Unsave' } : { type: 'Save', accountId: accountIdOf(who), target: kept }, who);
}

function follow(author: Author): void {
  const { chronicle, draw } = author;
  const who = anyone(author);
  const followerId = accountIdOf(who);
  const followingId = accountIdOf(anyone(author));
  const command = draw.pick([
    { type: 'FollowAccount', followerId, followingId },
    { type: 'FollowAccount', followerId, followingId },
    { type: 'MuteFollow', muted: draw.once(2), actor: who, of: 'own' },
    { type: 'UnfollowAccount', actor: who, of: 'own' },
  ] as const);
  chronicle.tell(followStream, followIdOf(followerId, followingId), command, who);
}

function accountAct(author: Author): void {
  const { chronicle, draw } = author;
  const who = anyone(author);
  const accountId = accountIdOf(who);
  const on = moderator(author);
  const commands = [
    { type: 'UpdateAccount', accountId, changes: { aboutMe: `about ${chronicle.log.length} ${privateWordOf(who)}` }, actor: who },
    { type: 'UpdateAccount', accountId, changes: { suspended: draw.once(2) }, actor: on },
    { type: 'DeleteAccount', accountId, actor: who },
  ] as const;
  const command = draw.pick(commands);
  chronicle.tell(accountStream, accountId, command, command.actor);
  if (draw.once(2)) create(author, who);
}

function report(author: Author): void {
  const { chronicle, draw } = author;
  const who = anyone(author);
  const { id: reportableId, accountId: authorId } = target(author);
  const reportId = author.idOf('report', accountIdOf(who), reportableId);
  const filed = { reportableType: 'itinerary', reportableId, reason: 'spam' } as const;
  const of = { authorId, itineraryId: reportableId };
  if (draw.once(2))
    chronicle.tell(reportStream, reportId, { type: 'FileReport', reportId, accountId: accountIdOf(who), report: filed, of, round: 0 }, who);
  else chronicle.tell(reportStream, reportId, { type: 'PatchReport', state: 'resolved', note: null, moderatorId: null, round: 0 }, moderator(author));
}

function introduce(author: Author, who = anyone(author)): void {
  const accountId = accountIdOf(who);
  const changes = { aboutMe: `about ${author.chronicle.log.length} ${privateWordOf(who)}` };
  author.chronicle.tell(accountStream, accountId, { type: 'UpdateAccount', accountId, changes, actor: who }, who);
}

function list(author: Author, who = anyone(author)): void {
  const { chronicle, draw } = author;
  const accountId = accountIdOf(who);
  const id = author.idOf('list', accountId, String(draw.below(things)));
  const words = `list ${chronicle.log.length} ${privateWordOf(who)}`;
  const commands = [
    { type: 'CreateCollection', accountId, collection: { title: words }, others: 0 },
    { type: 'AddEntry', accountId, target: target(author), entry: { note: words } },
    { type: 'PatchCollection', accountId, changes: { title: words } },
  ] as const;
  const command = chronicle.state(collectionStream, id) ? draw.pick(commands) : commands[0];
  chronicle.tell(collectionStream, id, command, who);
}

function talk(author: Author, who = anyone(author)): void {
  const { chronicle, draw, idOf } = author;
  const id = idOf('thread', accountIdOf(who), String(draw.below(things)));
  const [messageId, answerId] = ['question', 'answer'].map((name) => idOf(name, String(chronicle.log.length)));
  const text = `question ${chronicle.log.length} ${privateWordOf(who)}`;
  const asked = { messageId: messageId ?? '', answerId: answerId ?? '', text, replaces: null, itineraryId: null };
  chronicle.tell(threadStream, id, { type: 'SendMessage', ...asked, actor: who }, who);
  chronicle.tell(threadStream, id, { type: 'EndAnswer', messageId: asked.answerId, outcome: 'STOPPED', code: null, changes: [] }, who);
}
