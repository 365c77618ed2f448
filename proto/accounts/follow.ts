import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { profile } from './account.ts';

const pair = { followerId: id, followingId: id };

/** Every event contains both account ids, because it changes the counts of both accounts. */
export const followEvents = defineEvents({
  AccountFollowed: z.object(pair),
  FollowMuted: z.object(pair),
  FollowUnmuted: z.object(pair),
  AccountUnfollowed: z.object(pair),
});
export type FollowEvent = EventOf<typeof followEvents>;

export const followErrors = {
  'follow/unknown': 'There is no such follow.',
  'follow/not-yours': 'Only the follower may change it.',
  'follow/yourself': 'You cannot follow yourself.',
  'follow/account-unknown': 'There is no such account to follow.',
} as const satisfies ErrorCatalogue;

/** One account follows another; at most one follow per pair. */
export const follow = z.object({
  id,
  ...pair,
  muted: z.boolean().describe('The follower does not want to hear of it'),
  version,
  createdAt: instant,
  updatedAt: instant,
});
export type Follow = z.output<typeof follow>;

/** spec 3: Follow. `muted` and `version` are visible to the follower and moderators only, and null for other readers. */
export const followView = follow.extend({
  muted: z.boolean().nullable(),
  version: version.nullable(),
  follower: profile.nullable(),
  following: profile.nullable(),
});
export type FollowView = z.output<typeof followView>;

export const followList = {
  entity: 'Follow',
  filterable: { id: 'id', followerId: 'id', followingId: 'id', muted: 'flag', createdAt: 'time', updatedAt: 'time' },
  sortable: ['createdAt', 'updatedAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const params = z.object({ id });

export const followRoutes = defineRoutes({
  createFollow: route.post('/follows', 'Follow an account; once followed, the same again', 'follows.write', {
    body: z.object({ followingId: id }),
    reply: followView,
    errors: ['follow/yourself', 'follow/account-unknown'],
  }),
  listFollows: route.list(
    '/follows',
    'Whom the caller follows and who follows the caller; by muted or updatedAt, whom the caller follows',
    'follows.read',
    followList,
    followView,
  ),
  getFollow: route.get('/follows/:id', 'One follow of or by the caller', 'follows.read', { params, reply: followView, errors: ['follow/unknown'] }),
  patchFollow: route.patch('/follows/:id', 'Mute a follow or not', 'follows.write', {
    params,
    body: z.object({ muted: z.boolean() }),
    reply: followView,
    errors: ['follow/unknown', 'follow/not-yours'],
  }),
  deleteFollow: route.delete('/follows/:id', 'Follow an account no more', 'follows.write', {
    params: z.object({ id: id.describe('Account that is followed') }),
    errors: ['follow/unknown'],
  }),
});
