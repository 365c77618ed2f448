import { toast } from '@waystory/ui/toast-store.ts';
import type { TFunction } from 'i18next';
import { myAccount } from '../../model/account/account.query.ts';
import type { Intent } from '../../model/identity/intent.ts';
import { queryClient } from '../../model/query-client.ts';
import { setCommentDraft } from '../../model/social/comment-draft.ts';
import { isFollowing, sendFollow } from '../../model/social/follow.query.ts';
import { myOpinion, sendOpinion } from '../../model/social/reaction.query.ts';
import { setReportable } from '../../model/social/report.ts';
import { savedIds, sendSaved } from '../../model/social/saved.query.ts';
import { setTripStop } from '../../model/trip/trip-stop.ts';

/** Runs the intent of a sign-in. A toast reports a failure, and confirms a success that the page does not show. */
export async function runIntent(intent: Intent, t: TFunction): Promise<void> {
  try {
    if (await carryOut(intent)) toast.success(...words(intent, t));
  } catch (error) {
    console.error('What the sign-in was for could not be done', error);
    toast.error(t('common.intent.failed'));
  }
}

/** Toast text of a completed intent, with a hint such as how to undo it. */
function words(intent: Intent, t: TFunction): Parameters<typeof toast.success> {
  const undo = { description: t('common.intent.undo') };
  switch (intent.kind) {
    case 'reaction':
      return [t(`common.intent.${intent.opinion}`), undo];
    case 'save':
      return [t('common.intent.save'), { description: t('common.intent.saveMore') }];
    case 'follow':
      return [t('common.intent.follow', { name: intent.name }), undo];
    case 'comment':
    case 'report':
    case 'trip':
    case 'page':
      return [t('common.intent.comment'), { description: t('common.intent.commentText') }];
    default:
      return intent satisfies never;
  }
}

type IntentOf<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

/**
 * Carries out the intent from before the sign-in. An effect that already exists is left alone, such as an old like. Resolves to true when a message
 * should confirm it.
 */
async function carryOut(intent: Intent): Promise<boolean> {
  switch (intent.kind) {
    case 'reaction':
      return react(intent);
    case 'save':
      return save(intent);
    case 'follow':
      return follow(intent);
    case 'comment':
      // The comment becomes a draft, so that its author can read it again before sending.
      setCommentDraft({ thing: intent.thing, text: intent.text, replyToId: intent.replyToId ?? null });
      // Without a text, the open reply form is confirmation enough.
      return intent.text !== '';
    case 'report':
      return report(intent);
    case 'trip':
      // The dialog lets the user choose the trip.
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
  // Users cannot follow themselves, and the button may have been on the visitor's own profile.
  if (me.id === accountId) return false;
  if (!(await queryClient.fetchQuery(isFollowing(accountId)))) await written(sendFollow(accountId, true));
  return true;
}

async function report({ reportableType, reportableId }: IntentOf<'report'>): Promise<boolean> {
  const me = await queryClient.ensureQueryData(myAccount);
  // Users cannot report themselves. The open dialog is confirmation enough.
  if (me.id !== reportableId) setReportable({ reportableType, reportableId });
  return false;
}

/** Invalidates all queries after a write, because counts and lists of the page depend on it. */
async function written(sending: Promise<unknown>): Promise<void> {
  await sending;
  await queryClient.invalidateQueries();
}
