import { Writable } from 'node:stream';
import { exportLog } from '@waystory/infra/archive/archive.ts';
import type { RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { createLog } from '@waystory/infra/log.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { workflowsOn } from '@waystory/infra/workflows/port.ts';
import { personalData } from '@waystory/proto/events/personal.ts';
import { hasPersonalData } from '@waystory/proto/kit/event.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definitions as all } from './all.ts';
import { toolCallWorkflow } from './assistant/tools/tool-call.workflow.ts';
import { jpeg } from './media/file/pictures.fixture.ts';
import { fileIn, postForm } from './media/file/uploads.fixture.ts';
import { stripeService } from './sandbox/stripe/service.ts';
import {
  type ErasureSearch,
  tableTexts,
  urlsOfGetRoutes,
  type WordsInAnswers,
  wordsIn,
  wordsInAnswers,
  wordsInTables,
} from './testing/erasure-look.ts';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from './testing/product.ts';
import { untilSearchable } from './testing/until-searchable.ts';

/** Personal data of an account, none of which may remain. */
const personal = { userName: 'zephyrquill', aboutMe: 'Quibblefrost by trade', avatarUrl: 'https://pictures.example/marzipanowl.jpg' };
const personalWords = ['zephyrquill', 'quibblefrost', 'marzipanowl'];
/** Texts of the account in content for others; after the deletion only the event log keeps them. */
const writtenWords = ['wobblethorpe', 'snickerdale', 'flumadiddle', 'gobbledock', 'hootenvale', 'jabbermere'];
/** Private texts of the account, erased like personal data and readable by its owner only. */
const privateWords = ['quagmirewold', 'thistlemarsh', 'larkenmoss'];
/** The return path of an order, which the log and the payment sandbox store. The input of a tool, which only the workflow engine stores. */
const passedWords = ['tumblewick', 'fernhollow'];
const allWords = [...personalWords, ...writtenWords, ...privateWords, ...passedWords];

/** All contexts that store data of an account, the payment sandbox included. */
const definitions = [...contextsWithAssistant, stripeService];

/** Types of events that create an entity of an account. */
const kindsOfBeginnings = [
  'AccountFollowed',
  'CollectionCreated',
  'FileUploaded',
  'ItineraryCreated',
  'ItinerarySaved',
  'OrderPlaced',
  'PostCreated',
  'ReactionAdded',
  'ReportFiled',
  'StopSaved',
  'ThreadBegun',
];
/** Event types that may remain: of the account, of its credits, and of places, which are deleted with their story. */
const keptTypes = new Set(['AccountCreated', 'CreditsGranted', 'PlaceCreated']);
/** Tables that may contain the account id: orders, and owners of places. */
const keptTables = /"(orders|placed-stories)@/;
let begun: RecordedEvent[] = [];

let product: TestProduct;
let [ada, bob, moderator]: Person[] = [];
/** Ids of all created entities, and the coordinates of the stop. */
const made: string[] = [];
const spot = { latitude: -30.5, longitude: -40.5 };
let picture: { url: string; blobName: string };

beforeAll(async () => {
  product = await testProduct(definitions);
  [ada, bob, moderator] = [product.person('ada'), product.person('bob'), product.person('mod', 'moderator', 'admin')];
  await untilSearchable(product, '/accounts/search', '/itineraries/search', '/itineraries/stops/search', '/posts/search');
}, 120_000);
afterAll(() => product.stop());

const people = () => {
  if (!ada || !bob || !moderator) throw new Error('nobody is there');
  return { ada, bob, moderator };
};
const soon = { timeout: 60_000, interval: 100 };

/** Creates a story of Ada with every related entity; Ada also contributes to content of Bob. */
async function live(): Promise<void> {
  const { ada, bob, moderator } = people();
  for (const one of [ada, bob, moderator]) await one.api.createAccount({});
  await ada.api.updateAccount({ params: { id: ada.accountId }, body: personal });
  await ada.api.updateAccount({ params: { id: ada.accountId }, body: { aboutMe: `${personal.aboutMe}, still` } });
  const story = async (by: Person, title: string, stopTitle: string, longitude: number) => {
    const itinerary = await by.api.createItinerary({ body: { title, visibility: 'PUBLIC', description: `${title}, told slowly` } });
    const params = { itineraryId: itinerary.id };
    const stop = await by.api.addStop({ params, body: { title: stopTitle, placeName: stopTitle, coordinates: { ...spot, longitude } } });
    made.push(itinerary.id, stop.id, stop.placeId ?? '');
    return { itinerary, stop };
  };
  const hers = await story(ada, 'Wobblethorpe', 'Snickerdale', spot.longitude);
  const his = await story(bob, 'Lisbon, hill by hill', 'Tower', 20);
  const comment = (by: Person, postableType: 'itinerary' | 'stop', postableId: string, text: string) =>
    by.api.createPost({ body: { postableType, postableId, text } });
  const posts = [
    await comment(ada, 'itinerary', his.itinerary.id, 'Flumadiddle, I say'),
    await comment(ada, 'stop', his.stop.id, 'Flumadiddle again'),
    await comment(bob, 'itinerary', hers.itinerary.id, 'Answers to flumadiddle'),
  ];
  for (const reactableId of [his.itinerary.id, hers.itinerary.id])
    made.push((await ada.api.createReaction({ body: { reactableType: 'itinerary', reactableId, reactionType: 'like' } })).id);
  await ada.api.saveItinerary({ body: { itineraryId: his.itinerary.id } });
  await ada.api.saveStop({ body: { stopId: his.stop.id } });
  await bob.api.saveItinerary({ body: { itineraryId: hers.itinerary.id } });
  const list = await ada.api.createCollection({ body: { title: 'Quagmirewold', note: 'Thistlemarsh' } });
  const onList = await ada.api.addCollectionEntry({ params: { id: list.id }, body: { kind: 'stop', targetId: his.stop.id, note: 'Larkenmoss' } });
  made.push(list.id, onList.id);
  made.push((await ada.api.createFollow({ body: { followingId: bob.accountId } })).id);
  made.push((await bob.api.createFollow({ body: { followingId: ada.accountId } })).id);
  const report = { reportableType: 'itinerary', reportableId: his.itinerary.id, reason: 'other' } as const;
  made.push((await ada.api.fileReport({ body: { ...report, text: 'Hootenvale' } })).id);
  await bob.api.fileReport({ body: { ...report, reportableType: 'account', reportableId: ada.accountId, text: 'jabbermere' } });
  const file = fileIn(await postForm(product, ada, [['file', await jpeg(700, 300), 'Gobbledock.jpg']]));
  picture = file;
  await ada.api.createOrder({ params: { accountId: ada.accountId }, body: { packageId: 'starter', returnTo: '/search?q=tumblewick' } });
  const { headers } = await product.send({ as: ada, method: 'POST', url: '/api/chat', payload: { messages: [{ role: 'user', content: 'Hello' }] } });
  made.push(String(headers['x-thread-id']));
  const { workflows } = product.engines;
  const call = { tool: 'lookup_location', args: { query: 'Fernhollow' }, accountId: ada.accountId, roles: [], places: {} };
  await workflowsOn(workflows).start(toolCallWorkflow, 'tool:erasure:1', call);
  await workflows.result('tool:erasure:1');
  made.push(file.id, ...posts.map(({ id }) => id), ada.accountId, bob.accountId);
}

/** Callers of the search; two are anonymous, because the second answer may come from a cache. */
const look = (): ErasureSearch => {
  const { pool } = product.engines;
  if (!pool) throw new Error('the test product stands on Postgres');
  const { bob, moderator } = people();
  const askAs = (as?: Person) => async (url: string) => {
    const { statusCode, body } = await product.send({ url, ...(as && { as }) });
    return { status: statusCode, body };
  };
  return { pool, askers: [askAs(), askAs(bob), askAs(moderator), askAs()] };
};
const tablesWith = (words: readonly string[]): Promise<string[]> => wordsInTables(look(), words);

/** Words of the account in answers to any caller. */
const answered = (): Promise<WordsInAnswers> => {
  const urls = [...urlsOfGetRoutes(definitions, { ids: made, words: [...personalWords, ...writtenWords], spot }), picture.url];
  return wordsInAnswers(look(), urls, allWords);
};

async function archive(): Promise<string> {
  const parts: Buffer[] = [];
  const into = new Writable({
    write: (part: Buffer, _, done) => {
      parts.push(part);
      done();
    },
  });
  await exportLog(product.engines, into);
  return Buffer.concat(parts).toString('utf8');
}

const blobNames = (): Promise<string[]> => Array.fromAsync(product.engines.blobs.list(''));

test('Personal data of every vocabulary are registered, with existing fields only', () => {
  const found = all.flatMap(({ streams }) => streams).filter(hasPersonalData);
  expect(found.length).toBeGreaterThan(0);
  for (const { personal, schemas } of found)
    for (const [type, data] of Object.entries(personal)) {
      expect([type, personalData.get(type)]).toEqual([type, data]);
      const at = (path: string) =>
        path.split('.').reduce<unknown>((node, name) => (node instanceof z.ZodObject ? node.shape[name] : undefined), schemas[type]);
      for (const path of [data?.owner ?? '', ...(data?.fields ?? [])]) expect(at(path), `${type} ${path}`).toBeDefined();
    }
});

describe('Deleted account', { timeout: 240_000 }, () => {
  test('was in tables and answers before its deletion, with its personal data encrypted in the log', async () => {
    await live();
    const shown = [...personalWords, ...writtenWords].toSorted();
    await expect.poll(async () => [...(await answered()).words].toSorted(), soon).toEqual(shown);
    const found = await tablesWith([...personalWords, ...writtenWords]);
    expect(found).toEqual(expect.arrayContaining(writtenWords.map((word) => `public.events: ${word}`)));
    expect(
      found.filter((one) => /^public\.(events|parked_events|snapshots|personal_keys):/.test(one) && personalWords.includes(one.split(' ')[1] ?? '')),
    ).toEqual([]);
    expect(wordsIn(found.join(), personalWords)).toEqual(personalWords);
    await expect
      .poll(() => tablesWith(passedWords), soon)
      .toEqual(
        expect.arrayContaining([
          'public.events: tumblewick',
          'public.stripe_checkouts: tumblewick',
          'public.stripe_requests: tumblewick',
          'workflows.workflow_input: fernhollow',
        ]),
      );
    const ofHerOwn = await tablesWith(privateWords);
    expect(wordsIn(ofHerOwn.join(), privateWords)).toEqual(privateWords);
    expect(ofHerOwn.filter((one) => one.startsWith('public.events: '))).toEqual([]);
    expect(await blobNames()).toContain(picture.blobName);
    expect(wordsIn(await archive(), allWords)).toEqual([...writtenWords, 'tumblewick']);
    expect(await archive()).toContain(`{"personalKey":{"accountId":"${people().ada.accountId}"`);
  });

  test('had created an entity of every kind before its deletion', async () => {
    const { ada } = people();
    const events = await product.engines.events.readAll(0, 10_000);
    begun = events.filter(({ version, data }) => version === 1 && [data.accountId, data.followerId].includes(ada.accountId) && !('userName' in data));
    begun = begun.filter(({ type }) => !keptTypes.has(type));
    expect(begun.map(({ type }) => type).toSorted()).toEqual(expect.arrayContaining(kindsOfBeginnings));
  });

  test('leaves no personal data in any table, and texts of its content in the log only', async () => {
    const { ada } = people();
    await ada.api.deleteAccount({ params: { id: ada.accountId } });
    const left = async () => (await tablesWith(allWords)).filter((one) => !/^public\.events: /.test(one));
    await expect.poll(left, soon).toEqual([]);
    expect(await tablesWith([...personalWords, ...privateWords])).toEqual([]);
    const { rows } = (await product.engines.pool?.query('select key from personal_keys where account_id = $1', [ada.accountId])) ?? { rows: [] };
    expect(rows).toEqual([{ key: null }]);
  });

  test('is in no answer, tile or picture', async () => {
    const after = await answered();
    expect([after.where, [...after.words]]).toEqual([[], []]);
    expect(after.ok).toBeGreaterThan(100);
    await expect.poll(blobNames, soon).toEqual([]);
  });

  test('is in no exported log, nor is its key', async () => {
    const text = await archive();
    expect(wordsIn(text, [...personalWords, ...privateWords])).toEqual([]);
    expect(text).not.toContain(`{"personalKey":{"accountId":"${people().ada.accountId}"`);
  });

  test('leaves no entity whose creation is concurrent with the deletion', async () => {
    const { events, pool } = product.engines;
    const late: { stream: string; id: string }[] = [];
    for (const event of begun) {
      const [category, ...before] = event.stream.split('-');
      const id = newId();
      const data = JSON.parse(JSON.stringify(event.data).replaceAll(before.join('-'), id));
      const stream = `${category}-${id}`;
      await events.append(stream, 0, [{ ...event, id: newId(), data, at: new Date().toISOString() }]);
      late.push({ stream, id });
    }
    const untouched = async () => {
      const streams = await events.readMany(late.map(({ stream }) => stream));
      return late.filter(({ stream }) => streams.get(stream)?.length === 1).map(({ stream }) => stream);
    };
    await expect.poll(untouched, soon).toEqual([]);
    const documents = async () => {
      const names = [...(await tableTexts(look())).keys()].filter((name) => name.startsWith('projections.') && !keptTables.test(name));
      const ofLate = names.map(async (name) => {
        const count = pool?.query<{ count: number }>(`select count(*)::int as count from ${name} where doc is not null and id = any($1)`, [
          late.map(({ id }) => id),
        ]);
        // Tables other than those of documents have other columns.
        return (await count?.catch(() => null))?.rows[0]?.count ? [name] : [];
      });
      return (await Promise.all(ofLate)).flat();
    };
    await expect.poll(documents, soon).toEqual([]);
  });

  test('is not in rebuilt read models', async () => {
    const { events, projections: store } = product.engines;
    const projections = definitions.flatMap((definition) => definition.projections);
    const log = createLog('silent');
    for (const projection of projections.filter(({ reads }) => 'AccountUpdated' in reads.schemas))
      await rebuild({ ...product.engines, store, projection, log });
    const results = await verify({ projections, events, store });
    expect(results.filter(({ equal }) => !equal)).toEqual([]);
    // Sweeps remove late writes outside of events; the third sweep runs after 70 seconds.
    const left = async () => (await tablesWith(allWords)).filter((one) => !/^public\.events: /.test(one));
    await expect.poll(left, { timeout: 120_000, interval: 1_000 }).toEqual([]);
    expect((await answered()).where).toEqual([]);
  });

  test('releases its user name, and a new account starts empty', async () => {
    const { ada, bob } = people();
    expect(await bob.api.updateAccount({ params: { id: bob.accountId }, body: { userName: personal.userName } })).toMatchObject({
      userName: personal.userName,
    });
    await ada.api.createAccount({});
    expect(await ada.api.getMyAccount({})).toMatchObject({ userName: null, aboutMe: null, avatarUrl: null, followersCount: 0 });
    await ada.api.updateAccount({ params: { id: ada.accountId }, body: { aboutMe: 'Anew' } });
    expect(await ada.api.getMyAccount({})).toMatchObject({ userName: null, aboutMe: 'Anew' });
  });
});
