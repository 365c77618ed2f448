import { myAccount } from '../account/account.query.ts';
import type { Intent } from '../identity/intent.ts';
import { queryClient } from '../query-client.ts';
import { setTripStop } from '../trip/trip-stop.ts';
import { setCommentDraft } from './comment-draft.ts';
import { isFollowing, sendFollow } from './follow.query.ts';
import { myOpinion, sendOpinion } from './reaction.query.ts';
import { setReportable } from './report.ts';
import { savedIds, sendSaved } from './saved.query.ts';

type IntentOf<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

/**
 * Does what somebody wanted before they were signed in. What is so already is left alone: their account may have liked it long ago.
 * Answers whether there is anything to tell them.
 */
export async function carryOut(intent: Intent): Promise<boolean> {
  switch (intent.kind) {
    case 'reaction':
      return react(intent);
    case 'save':
      return save(intent);
    case 'follow':
      return follow(intent);
    case 'comment':
      // For them to send: they may want to read it once more.
      setCommentDraft({ thing: intent.thing, text: intent.text, replyToId: intent.replyToId ?? null });
      // Where nothing was written yet, the form being open says enough.
      return intent.text !== '';
    case 'report':
      return report(intent);
    case 'trip':
      // They are asked which of their trips it goes into.
      setTripStop({ title: intent.title, placeId: intent.placeId });
      return false;
    case 'page':
      return false;
    default:
      return intent satisfies never;
  }
}

async function react({ thing, opinion }: IntentOf<'reaction'>): Promise<boolean> {
  const mine = myOpinion(thing);
  const before = await queryClient.fetchQuery(mine);
  if (before !== opinion) await written(sendOpinion(thing, opinion, before));
  return true;
}

async function save({ what, id }: IntentOf<'save'>): Promise<boolean> {
  const saved = await queryClient.fetchQuery(savedIds(what));
  if (!saved.includes(id)) await written(sendSaved(what, id, true));
  return true;
}

async function follow({ accountId }: IntentOf<'follow'>): Promise<boolean> {
  const me = await queryClient.ensureQueryData(myAccount);
  // It was their own page that they saw as a visitor.
  if (me.id === accountId) return false;
  if (!(await queryClient.fetchQuery(isFollowing(accountId)))) await written(sendFollow(accountId, true));
  return true;
}

async function report({ reportableType, reportableId }: IntentOf<'report'>): Promise<boolean> {
  const me = await queryClient.ensureQueryData(myAccount);
  // Nobody reports themselves. The dialog says enough by being open.
  if (me.id !== reportableId) setReportable({ reportableType, reportableId });
  return false;
}

/** Counts and lists all over the page follow from it. */
async function written(sending: Promise<unknown>): Promise<void> {
  await sending;
  await queryClient.invalidateQueries();
}
