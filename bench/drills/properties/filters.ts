import { compareDocs, matches } from '@waystory/infra/projection-store/memory-filter.ts';
import type { Doc } from '@waystory/infra/projection-store/port.ts';
import { itineraryList } from '@waystory/proto/itineraries/itinerary.ts';
import { allStopsList } from '@waystory/proto/itineraries/stop.ts';
import type { SortKey } from '@waystory/proto/kit/filter.ts';
import type { ListSpec } from '@waystory/proto/kit/list.ts';
import fc from 'fast-check';
import type { Tally } from '../tally.ts';
import { drawnFilter, type Samples } from './drawn-filter.ts';
import type { Caller, EmbeddedProduct } from './embedded-product.ts';
import { recordProperty } from './record-property.ts';

const stories = 48;
const controlRuns = 50;
const pageSizes = [1, 3, 20, 100];
const titles = [
  'Lisbon, hill by hill',
  'lisbon at night',
  'LISBOA',
  'Évora',
  'evora',
  'A 100 % plan_b',
  "D'Artagnan",
  'Back\\slash',
  '🗼 Tokyo',
  'İzmir',
  'x',
  ' ',
];

interface Listed {
  path: string;
  spec: ListSpec;
  docs: Doc[];
  samples: Samples;
}
interface Question {
  callers: readonly Caller[];
  lists: readonly Listed[];
}

/** Stories of two people in all states, with days and stops, some of them hidden, liked or without a country. */
async function fill(product: EmbeddedProduct, owners: readonly Caller[], moderator: Caller): Promise<void> {
  const countryIds: string[] = [];
  const admin = product.caller('admin', 'admin');
  for (const code of ['PT', 'JP', 'TR']) countryIds.push((await admin.api.createCountry({ body: { code, name: code } })).id);
  for (let index = 0; index < stories; index++) {
    const { api } = owners[index % owners.length] as Caller; // there are some
    const visibility = (['PUBLIC', 'PRIVATE', 'PUBLIC', 'UNLISTED'] as const)[index % 4] ?? 'PUBLIC';
    const title = titles[index % titles.length]?.trim() || `Story ${index}`;
    const { id: itineraryId } = await api.createItinerary({ body: { title, visibility, countryIds: countryIds.slice(0, index % 4) } });
    const params = { itineraryId };
    const dayIds = index % 3 === 0 ? [(await api.addDay({ params, body: {} })).id] : [];
    const coordinates = { latitude: 38 + index / 100, longitude: -9 };
    for (let stop = 0; stop < index % 4; stop++)
      await api.addStop({ params, body: { title: `${title} ${stop}`.slice(0, 120), dayIds, coordinates } });
    if (index % 5 === 0) await moderator.api.createReaction({ body: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } });
    if (index % 7 === 0) await moderator.api.patchItinerary({ params: { id: itineraryId }, body: { hidden: true } });
  }
}

async function listedBy(moderator: Caller, path: string, spec: ListSpec): Promise<Listed> {
  const { body } = await moderator.send('GET', `${path}?limit=100`);
  const docs = body.items as Doc[]; // a list answers its documents
  if (docs.length === 0 || docs.length !== body.total) throw new Error(`${docs.length} of ${String(body.total)} documents of ${path} are known`);
  const samples = Object.keys(spec.filterable).map((field) => [field, [...new Set(docs.flatMap((doc) => doc[field] ?? []))]]);
  return { path, spec, docs, samples: Object.fromEntries(samples) };
}

/** Who sees what in lists, said once more: everyone what is public and not hidden, owners theirs, moderators all. */
function sees({ accountId, roles }: Caller, doc: Doc): boolean {
  return roles.includes('moderator') || (doc.visibility === 'PUBLIC' && doc.hidden === false) || (accountId !== null && doc.accountId === accountId);
}

const sortOf = (spec: ListSpec): fc.Arbitrary<SortKey[]> =>
  fc.uniqueArray(fc.record({ field: fc.constantFrom(...spec.sortable), direction: fc.constantFrom<(1 | -1)[]>(1, -1) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ field }) => field,
  });
const written = (sort: readonly SortKey[]): string => sort.map(({ field, direction }) => `${field} ${direction === 1 ? 'ASC' : 'DESC'}`).join();

/** Any filter in any order, by anyone: the page and the total must be those of the same question asked in memory. */
function property({ callers, lists }: Question, isMeant: typeof matches = matches) {
  const questions = fc.constantFrom(...lists).chain((list) =>
    fc.record({
      list: fc.constant(list),
      filter: drawnFilter(list.spec, list.samples),
      sort: sortOf(list.spec),
      caller: fc.constantFrom(...callers),
      page: fc.integer({ min: 1, max: 4 }),
      limit: fc.constantFrom(...pageSizes),
    }),
  );
  return fc.asyncProperty(questions, async ({ list, filter, sort, caller, page, limit }) => {
    const query = `page=${page}&limit=${limit}&sort=${encodeURIComponent(written(sort))}&filter=${encodeURIComponent(JSON.stringify(filter.json))}`;
    const { status, body } = await caller.send('GET', `${list.path}?${query}`);
    const asked = `${caller.name} asks ${list.path} for ${JSON.stringify(filter.json)} by ${written(sort)}, page ${page} of ${limit}`;
    if (status !== 200) throw new Error(`${asked} and is answered ${status}: ${JSON.stringify(body)}`);
    const expected = list.docs
      .filter((doc) => sees(caller, doc) && (!filter.meaning || isMeant(filter.meaning, doc)))
      .map((doc) => ({ id: String(doc.id), doc }))
      .sort(compareDocs(sort));
    const ids = expected.slice((page - 1) * limit, page * limit).map(({ id }) => id);
    const found = (body.items as Doc[]).map(({ id }) => id); // a list answers its documents
    if (body.total !== expected.length || JSON.stringify(found) !== JSON.stringify(ids))
      throw new Error(`${asked} and finds ${String(body.total)}: ${found.join()}, of ${expected.length}: ${ids.join()}`);
  });
}

export async function filterProperty(product: EmbeddedProduct, { runs, seed, tally }: { runs: number; seed: number; tally: Tally }): Promise<void> {
  const [anonymous, owner, other, moderator] = [
    product.caller('anonymous'),
    product.caller('owner'),
    product.caller('other'),
    product.caller('moderator', 'moderator'),
  ];
  for (const one of [owner, other, moderator]) await one.api.createAccount({});
  await fill(product, [owner, other], moderator);
  const lists = [await listedBy(moderator, '/itineraries', itineraryList), await listedBy(moderator, '/stops', allStopsList)];
  const question = { callers: [anonymous, owner, product.caller('stranger'), moderator], lists };
  const control = await fc.check(
    property(question, (filter, doc) => !matches(filter, doc)),
    { numRuns: controlRuns, seed },
  );
  tally.record(control.failed, 'control: filters that are taken for their opposite are noticed');
  const documents = lists.map(({ path, docs }) => `${docs.length} of ${path}`).join(', ');
  await recordProperty(property(question), { what: `filters find what they find in memory, over ${documents}`, runs, seed, tally });
}
