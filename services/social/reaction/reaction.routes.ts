import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler, type HandlerServices, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import { type Reaction, type ReactionView, reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { authorOf, withAuthor, withAuthors } from '../people/person.view.ts';
import { postStream, seesPost } from '../post/post.ts';
import { type ReadTarget, reachOf } from '../target/read-target.ts';
import { type ReactionTarget, reactionId, reactionStream } from './reaction.ts';
import { reactions } from './reactions.projection.ts';

const command = commandRouteHandler(reactionStream);

/** The reaction after a write, before its author is added. */
const unsigned = (reaction: Reaction | null): ReactionView => ({ ...orThrow(reaction, 'reaction/unknown'), account: null });

/** Finds the target of a reaction, as of the last write; null when the principal sees no such target. */
type ReadHold = (
  thing: Pick<Reaction, 'reactableType' | 'reactableId'>,
  principal: Principal,
  services: HandlerServices,
) => Promise<ReactionTarget | null>;

const holdReader =
  (readTarget: ReadTarget): ReadHold =>
  async ({ reactableType, reactableId }, principal, { commands, reads }) => {
    if (reactableType !== 'post') {
      const target = await readTarget({ kind: reactableType, id: reactableId }, principal, reads);
      return target && { targetId: target.id, itineraryId: target.itineraryId };
    }
    const { state: post } = await commands.load(postStream, reactableId);
    if (!post || !seesPost(principal, post)) return null;
    const { postableType, postableId, itineraryId } = post;
    const target = await readTarget({ kind: postableType, id: postableId, itineraryId }, principal, reads);
    return target && { targetId: postableId, itineraryId };
  };

/** Routes of reactions. Targets are read from the log, so that their visibility is current. */
export function bindReactionRoutes(readTarget: ReadTarget): BoundRoutes {
  const readHold = holdReader(readTarget);
  const create = command<typeof reactionRoutes.createReaction>((request, services) => {
    const { accountId = requireAccountId(request), reactionType, ...reactable } = request.body;
    const react = async () => {
      const hold = await readHold(reactable, request.principal, services);
      return { type: 'React' as const, accountId, reactable, reactionType, hold, actor: request.principal };
    };
    return { id: reactionId(accountId, reactable), command: react };
  }, unsigned);
  const patch = command<typeof reactionRoutes.patchReaction>(({ params: { id }, body: { reactionType }, principal }, services) => {
    const switchIt = async () => {
      const { state: reaction } = await services.commands.load(reactionStream, id);
      const hold = reaction && (await readHold(reaction, principal, services));
      return { type: 'SwitchReaction' as const, reactionType, seesTarget: hold !== null, actor: principal };
    };
    return { id, command: switchIt };
  }, unsigned);
  return bindRoutes(reactionRoutes, {
    createReaction: async (request, services) => {
      const [account, answer] = await Promise.all([ifAvailable(authorOf(requireAccountId(request), services.reads)), create(request, services)]);
      return { ...answer, body: { ...answer.body, account } };
    },
    listReactions: async ({ query }, { reads }) => {
      const page = await reads.list(reactions, query, { reach: reachOf(query.filter, 'reactableId') });
      return { body: { ...page, items: await withAuthors(page.items, reads) } };
    },
    getReaction: async ({ params }, { reads }) => ({
      body: await withAuthor(orThrow(await reads.one(reactions, params.id), 'reaction/unknown'), reads),
    }),
    patchReaction: async (request, services) => {
      const [account, answer] = await Promise.all([ifAvailable(authorOf(requireAccountId(request), services.reads)), patch(request, services)]);
      return { ...answer, body: { ...answer.body, account } };
    },
    deleteReaction: command(
      ({ params: { reactionType, ...reactable }, principal }) => ({
        id: reactionId(requireAccountId({ principal }), reactable),
        command: { type: 'RemoveReaction', reactionType, actor: principal },
      }),
      () => undefined,
    ),
  });
}
