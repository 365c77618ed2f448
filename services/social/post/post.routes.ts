import { streamName } from '@waystory/infra/commands/decider.ts';
import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import {
  type BoundRoutes,
  bindRoutes,
  commandRouteHandler,
  type HandlerServices,
  type RouteResponse,
  requireAccountId,
} from '@waystory/infra/http/route-handler.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import { fileEvents } from '@waystory/proto/media/file.ts';
import { postHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { type Post, type PostFile, type PostView, postRoutes } from '@waystory/proto/social/post.ts';
import { authorOf } from '../people/person.view.ts';
import { type ReadTarget, reachOf } from '../target/read-target.ts';
import { postStream } from './post.ts';
import { postViews } from './post.view.ts';
import { postLikes, posts } from './posts.projection.ts';

/** Reads the picture with this id from the log, as of the last write; null when the account did not upload it. */
type ReadFile = (fileId: string, accountId: string) => Promise<PostFile | null>;

export const fileReader =
  (events: Pick<EventStore, 'read'>): ReadFile =>
  async (fileId, accountId) => {
    const last = (await events.read(streamName('file', fileId))).findLast(({ type }) => Object.hasOwn(fileEvents.schemas, type));
    if (last?.type !== 'FileUploaded') return null;
    const { accountId: owner, ...file } = fileEvents.schemas.FileUploaded.parse(upcast(fileEvents, last));
    const { url, mimeType, width, height } = file;
    return owner === accountId ? { url, mimeType, width, height } : null;
  };

const command = commandRouteHandler(postStream);

/** The post after a write, before author and likes are added. */
const unsigned = (post: Post | null): PostView => ({ ...orThrow(post, 'post/unknown'), account: null });

/** Adds author and likes to the answer of a write, because the post's own stream does not contain them. */
async function signed(
  accountId: string | undefined,
  id: string,
  reads: Reads,
  write: () => Promise<RouteResponse<PostView>>,
): Promise<RouteResponse<PostView>> {
  const reading = Promise.all([accountId ? authorOf(accountId, reads) : null, reads.one(posts, id), reads.one(postLikes, id)]);
  const [read, answer] = await Promise.all([ifAvailable(reading), write()]);
  const [account, seen, likes] = read ?? [null, null, null];
  return { ...answer, body: { ...answer.body, account, likeCount: (seen && likes?.likeCount) ?? 0 } };
}

/** Routes of comments. Targets and pictures are read from the log, so that their visibility is current. */
export function bindPostRoutes(readTarget: ReadTarget, readFile: ReadFile): BoundRoutes {
  async function acting(id: string, actor: Principal, { commands, reads }: HandlerServices) {
    const { state: post } = await commands.load(postStream, id);
    const target = post && (await readTarget({ kind: post.postableType, id: post.postableId, itineraryId: post.itineraryId }, actor, reads));
    return { actor, seesTarget: target !== null };
  }
  const create = command<typeof postRoutes.createPost>((request, { commands, reads }) => {
    const { accountId = requireAccountId(request), postableType, postableId, ...post } = request.body;
    const write = async () => {
      const [target, file, answered] = await Promise.all([
        readTarget({ kind: postableType, id: postableId }, request.principal, reads),
        post.fileId ? readFile(post.fileId, accountId) : null,
        post.replyToId ? commands.load(postStream, post.replyToId) : null,
      ]);
      return { type: 'CreatePost' as const, accountId, post, target, file, replyTo: answered?.state ?? null, actor: request.principal };
    };
    return { id: request.newId, command: write };
  }, unsigned);
  const patch = command<typeof postRoutes.patchPost>(
    ({ params: { id }, body: changes, principal }, services) => ({
      id,
      command: async () => ({ type: 'PatchPost', changes, ...(await acting(id, principal, services)) }),
    }),
    unsigned,
  );
  return bindRoutes(postRoutes, {
    createPost: async (request, services) => signed(requireAccountId(request), request.newId, services.reads, () => create(request, services)),
    listPosts: async ({ query }, { reads }) => {
      const page = await reads.list(posts, query, { reach: reachOf(query.filter, 'postableId') });
      return { body: { ...page, items: await postViews(page.items, reads) } };
    },
    getPost: async ({ params }, { reads }) => {
      const [view] = await postViews([orThrow(await reads.one(posts, params.id), 'post/unknown')], reads);
      return { body: orThrow(view, 'post/unknown') };
    },
    patchPost: async (request, services) => {
      const { state: post } = await services.commands.load(postStream, request.params.id);
      return signed(post?.accountId, request.params.id, services.reads, () => patch(request, services));
    },
    deletePost: command(
      ({ params: { id }, principal }, services) => ({
        id,
        command: async () => ({ type: 'DeletePost', ...(await acting(id, principal, services)) }),
      }),
      () => undefined,
    ),
  });
}

/** Binds the route of a post's history, for moderators. */
export const bindPostHistoryRoutes = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(postHistoryRoutes, {
    listPostHistory: async ({ params, query }) => {
      return { body: await historyPage(events, { stream: postStream, id: params.id, unknown: 'post/unknown' }, query) };
    },
  });
