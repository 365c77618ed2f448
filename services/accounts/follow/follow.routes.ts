import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { ifAvailable, orThrow, Rejected } from '@waystory/infra/errors.ts';
import { bindRoutes, commandRouteHandler, type RouteResponse, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { isModerator, type Principal } from '@waystory/infra/identity/principal.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { type Follow, type FollowView, followRoutes } from '@waystory/proto/accounts/follow.ts';
import { eq, type Filter, type SortKey } from '@waystory/proto/kit/filter.ts';
import { accountStream } from '../account/account.ts';
import { followIdOf, followStream } from './follow.ts';
import { viewsOf } from './follow.view.ts';
import { follows } from './follows.projection.ts';

const command = commandRouteHandler(followStream);
const bare = (follow: Follow | null): FollowView => ({ ...orThrow(follow, 'follow/unknown'), follower: null, following: null });

/** @throws Rejected when the account does not exist or is suspended. */
async function requireAccount(commands: CommandHandler, accountId: string): Promise<void> {
  const { account } = (await commands.load(accountStream, accountId)).state;
  if (!account || account.suspended) throw new Rejected('follow/account-unknown');
}

/** Adds both profiles to the answer of a write. The write is done, so its answer succeeds even when the profiles cannot be read. */
async function viewed({ body, ...answer }: RouteResponse<FollowView>, reads: Reads, principal: Principal): Promise<RouteResponse<FollowView>> {
  const [view = body] = (await ifAvailable(viewsOf([body], reads, principal))) ?? [];
  return { ...answer, body: view };
}

/** Fields that reveal a mute, which is visible to the follower and moderators only. */
const ofFollower: ReadonlySet<string> = new Set(['muted', 'updatedAt']);

function namesOfFollower(filter: Filter): boolean {
  if ('of' in filter) return [filter.of].flat().some(namesOfFollower);
  return 'field' in filter && ofFollower.has(filter.field);
}

/** True when the filter or sort uses a field that reveals a mute, because the order and cursors of a sort reveal values, too. */
const asksOfFollower = ({ filter, sort }: { filter?: Filter | null | undefined; sort: readonly SortKey[] }): boolean =>
  (filter ? namesOfFollower(filter) : false) || sort.some(({ field }) => ofFollower.has(field));

export const routes = bindRoutes(followRoutes, {
  createFollow: async (request, services) => viewed(await create(request, services), services.reads, request.principal),
  listFollows: async ({ query, principal }, { reads }) => {
    const own = asksOfFollower(query) && !isModerator(principal) ? eq('followerId', requireAccountId({ principal })) : null;
    const page = await reads.list(follows, query, { where: own });
    return { body: { ...page, items: await viewsOf(page.items, reads, principal) } };
  },
  getFollow: async ({ params, principal }, { reads }) => {
    const follow = orThrow(await reads.one(follows, params.id), 'follow/unknown');
    return { body: orThrow((await viewsOf([follow], reads, principal))[0], 'follow/unknown') };
  },
  patchFollow: async (request, services) => viewed(await mute(request, services), services.reads, request.principal),
  deleteFollow: command(
    (request) => {
      const id = followIdOf(requireAccountId(request), request.params.id);
      return { id, command: { type: 'UnfollowAccount', actor: request.principal, of: 'own' } };
    },
    () => undefined,
  ),
});

const create = command<typeof followRoutes.createFollow>((request, { commands }) => {
  const followerId = requireAccountId(request);
  const { followingId } = request.body;
  const follow = async () => {
    if (followingId !== followerId) await requireAccount(commands, followingId);
    return { type: 'FollowAccount' as const, followerId, followingId };
  };
  return { id: followIdOf(followerId, followingId), command: follow };
}, bare);

const mute = command<typeof followRoutes.patchFollow>(
  ({ params, body, principal }) => ({ id: params.id, command: { type: 'MuteFollow', muted: body.muted, actor: principal, of: 'own' } }),
  bare,
);
