import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { createStory, filteredListQuery, refusalOf, unknownId, untilPasses } from './social.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let on: Awaited<ReturnType<typeof createStory>>;
let postId: string;
let reactionId: string;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob] = ['ada', 'bob'].map((name) => product.person(name)) as [Person, Person];
  on = await createStory(ada);
  postId = (await bob.api.createPost({ body: { text: 'Untouched', postableType: 'stop', postableId: on.stop } })).id;
  reactionId = (await bob.api.createReaction({ body: { reactableType: 'stop', reactableId: on.stop, reactionType: 'like' } })).id;
  await bob.api.listPosts(filteredListQuery({ postableId: on.stop }));
});
afterAll(() => product.stop());

const json = (payload: unknown, method: 'POST' | 'PATCH' = 'POST'): InjectOptions => ({
  method,
  payload: JSON.stringify(payload),
  headers: { 'content-type': 'application/json' },
});
const post = (changes: object): InjectOptions => ({
  url: '/api/posts',
  ...json({ text: 'x', postableType: 'stop', postableId: on.stop, ...changes }),
});
const rewritten = (changes: object): InjectOptions => ({ url: `/api/posts/${postId}`, ...json(changes, 'PATCH') });
const reaction = (changes: object): InjectOptions => ({
  url: '/api/reactions',
  ...json({ reactableType: 'stop', reactableId: on.stop, reactionType: 'dislike', ...changes }),
});
const switched = (changes: object): InjectOptions => ({ url: `/api/reactions/${reactionId}`, ...json(changes, 'PATCH') });
const removed = (url: string): InjectOptions => ({ method: 'DELETE', url: `/api/${url}` });
const list = (of: 'posts' | 'reactions', query: string): InjectOptions => ({ url: `/api/${of}?${query}` });
const filter = (value: unknown): string => `filter=${encodeURIComponent(JSON.stringify(value))}`;
const blanks = { nothing: '', spaces: ' \t\n ', 'wide spaces': '\u3000\u2003\u00a0', 'nothing visible': '\u200b\u200d\ufeff\u2060', marks: '\u0301' };

/** Name of the fault, request, expected status, and expected path of the error. */
const cases: [string, () => InjectOptions, number, string?][] = [
  ...Object.entries(blanks).map(([name, text]): [string, () => InjectOptions, number, string] => [
    `a comment of ${name}`,
    () => post({ text }),
    400,
    'body.text',
  ]),
  ...Object.entries(blanks).map(([name, text]): [string, () => InjectOptions, number, string] => [
    `a comment rewritten to ${name}`,
    () => rewritten({ text }),
    400,
    'body.text',
  ]),
  ['a comment of 2001 characters', () => post({ text: 'x'.repeat(2_001) }), 400, 'body.text'],
  ['a comment of 10 MB', () => post({ text: 'x'.repeat(10 * 1024 * 1024) }), 413],
  ['a comment rewritten to 10 MB', () => rewritten({ text: 'x'.repeat(10 * 1024 * 1024) }), 413],
  ['a comment with NUL', () => post({ text: 'a\u0000b' }), 400, 'body.text'],
  ['a comment with half a character', () => post({ text: 'a\ud800b' }), 400, 'body.text'],
  ['a comment that is a number', () => post({ text: 5 }), 400, 'body.text'],
  ['a comment that is missing', () => post({ text: undefined }), 400, 'body.text'],
  ['script as picture', () => post({ imageUrl: 'javascript:alert(1)' }), 400, 'body.imageUrl'],
  ['a file that is none', () => post({ fileId: '../etc/passwd' }), 400, 'body.fileId'],
  ['a file that is not there', () => post({ fileId: unknownId('file') }), 404],
  ['a comment to answer that is no id', () => post({ replyToId: 'first' }), 400, 'body.replyToId'],
  ['a comment to answer that is not there', () => post({ replyToId: unknownId('post') }), 404],
  ['a comment to answer on something else', () => post({ replyToId: postId, postableType: 'itinerary', postableId: on.itinerary }), 404],
  ['a place among comments written by a client', () => post({ firstCommentAt: '2026-05-01T08:00:00.000Z' }), 400, 'body.firstCommentAt'],
  ['another comment to answer', () => rewritten({ replyToId: null }), 400, 'body.replyToId'],
  ['a target of another kind', () => post({ postableType: 'post' }), 400, 'body.postableType'],
  ['a target of no kind', () => post({ postableType: undefined }), 400, 'body.postableType'],
  ['a target without id', () => post({ postableId: undefined }), 400, 'body.postableId'],
  ['a target that is no id', () => post({ postableId: "1' or '1'='1" }), 400, 'body.postableId'],
  ['a target that is not there', () => post({ postableId: unknownId('stop') }), 404],
  ['an itinerary named as a stop', () => post({ postableId: on.itinerary }), 404],
  ['a stop named as an itinerary', () => post({ postableType: 'itinerary' }), 404],
  ['likes written by a client', () => post({ likeCount: 1_000 }), 400, 'body.likeCount'],
  ['an id written by a client', () => post({ id: unknownId('post') }), 400, 'body.id'],
  ['a new comment that is hidden', () => post({ hidden: false }), 400, 'body.hidden'],
  ['a picture made up by a client', () => post({ file: { url: '/a', mimeType: 'image/png', width: 1, height: 1 } }), 400, 'body.file'],
  ['a prototype', () => post({ constructor: {} }), 400, 'body.constructor'],
  ['an array', () => ({ url: '/api/posts', ...json([]) }), 400, 'body'],
  ['no body', () => ({ method: 'POST', url: '/api/posts' }), 400, 'body'],
  ['another place for a comment', () => rewritten({ postableId: on.itinerary }), 400, 'body.postableId'],
  ['another author', () => rewritten({ accountId: ada.accountId }), 400, 'body.accountId'],
  ['hidden as text', () => rewritten({ hidden: 'true' }), 400, 'body.hidden'],
  ['hiding by its author', () => rewritten({ hidden: true }), 403],
  ['an unknown comment', () => ({ url: `/api/posts/${unknownId('post')}`, ...json({ text: 'x' }, 'PATCH') }), 404],
  ['a comment that is no id', () => ({ url: '/api/posts/1' }), 400, 'params.id'],
  ['deleting what is not there', () => removed(`posts/${unknownId('post')}`), 404],
  ['a reaction of another kind', () => reaction({ reactionType: 'love' }), 400, 'body.reactionType'],
  ['a reaction to another kind', () => reaction({ reactableType: 'account' }), 400, 'body.reactableType'],
  ['a reaction to no id', () => reaction({ reactableId: null }), 400, 'body.reactableId'],
  ['a reaction to what is not there', () => reaction({ reactableId: unknownId('stop') }), 404],
  ['a reaction to a stop as a comment', () => reaction({ reactableType: 'post' }), 404],
  ['a reaction to a reaction', () => reaction({ reactableType: 'post', reactableId: reactionId }), 404],
  ['a reaction with more', () => reaction({ targetId: on.itinerary }), 400, 'body.targetId'],
  ['a reaction moved elsewhere', () => switched({ reactionType: 'dislike', reactableId: on.itinerary }), 400, 'body.reactableId'],
  ['a reaction switched to nothing', () => switched({}), 400, 'body.reactionType'],
  ['a reaction of nobody', () => removed(`reactions/stop/${on.stop}/dislike`), 404],
  ['a reaction to remove of another kind', () => removed(`reactions/stop/${on.stop}/love`), 400, 'params.reactionType'],
  ['a reaction to remove from another kind', () => removed(`reactions/account/${on.stop}/like`), 400, 'params.reactableType'],
  ['a reaction to remove from no id', () => removed('reactions/stop/1/like'), 400, 'params.reactableId'],
  ['a page of 1001', () => list('posts', 'limit=1001'), 400, 'query.limit'],
  ['a page of 1001 reactions', () => list('reactions', 'limit=1001'), 400, 'query.limit'],
  ['a sort by text', () => list('posts', 'sort=text'), 400, 'query.sort'],
  ['a sort by likes of the author', () => list('reactions', 'sort=account DESC'), 400, 'query.sort'],
  ['a filter by text', () => list('posts', filter({ text: 'x' })), 400, 'query.filter.text'],
  ['a filter by an operator', () => list('posts', filter({ postableId: { $ne: null } })), 400, 'query.filter.postableId.$ne'],
  ['a filter by what it hangs on', () => list('reactions', filter({ 'doc.targetId': 'x' })), 400, 'query.filter.doc.targetId'],
];

describe('social routes', () => {
  test.each(cases)('refuse %s', async (_, request, status, path) => {
    const answer = await product.send({ ...request(), as: bob });
    expect(answer.statusCode).toBe(status);
    const { errors, code } = answer.json();
    expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
    if (path) expect(errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  test('store nothing of a refused request', async () => {
    expect((await bob.api.listPosts(filteredListQuery({ itineraryId: on.itinerary }))).items).toMatchObject([
      { id: postId, text: 'Untouched', version: 1 },
    ]);
    expect((await bob.api.listReactions(filteredListQuery({ itineraryId: on.itinerary }))).items).toMatchObject([
      { id: reactionId, reactionType: 'like', version: 1 },
    ]);
  });
});

test('POST /posts accepts a picture of its author, and answers 404 for the picture of another account', async () => {
  const upload = async (fileId: string, accountId: string) => {
    const data = {
      fileId,
      accountId,
      blobName: 'a.webp',
      url: '/media/a.webp',
      filename: 'a.jpg',
      mimeType: 'image/webp',
      size: 9,
      width: 4,
      height: 3,
    };
    const meta = { actorId: accountId, commandId: fileId };
    await product.engines.events.append(`file-${fileId}`, 0, [
      { id: fileId, type: 'FileUploaded', schema: 1, data, meta, at: new Date().toISOString() },
    ]);
  };
  await upload(unknownId('own'), bob.accountId);
  await upload(unknownId('other'), ada.accountId);
  const body = { text: 'See this', postableType: 'stop', postableId: on.stop } as const;
  const shown = await bob.api.createPost({ body: { ...body, fileId: unknownId('own') } });
  expect(shown).toMatchObject({ fileId: unknownId('own'), file: { url: '/media/a.webp', mimeType: 'image/webp', width: 4, height: 3 } });
  expect(await bob.api.getPost({ params: { id: shown.id } })).toEqual(shown);
  await expect(bob.api.createPost({ body: { ...body, fileId: unknownId('other') } })).rejects.toMatchObject(refusalOf('post/file-unknown', 404));
  await untilPasses(async () => expect((await ada.api.listPosts(filteredListQuery({ postableId: on.stop }))).total).toBe(2));
});
