import { compareDocs, matches } from '@waystory/infra/projection-store/memory-filter.ts';
import type { Doc } from '@waystory/infra/projection-store/port.ts';
import { itineraryList } from '@waystory/proto/itineraries/itinerary.ts';
import { allStopsList } from '@waystory/proto/itineraries/stop.ts';
import type { FieldKind, Scalar } from '@waystory/proto/kit/filter.ts';
import type { ListSpec } from '@waystory/proto/kit/list.ts';
import { each } from '@waystory/proto/testing/hostile-words.fixture.ts';
import fc from 'fast-check';
import { type Draw, type DrawnFilter, drawArbitrary, drawFilter, drawSort, drawTextPiece } from '../requests/draw.ts';
import { unknownIds } from '../requests/routes.ts';
import { bodyOfSuccess, type Caller, type Callers, type PropertyRun, recordProperty } from './properties.ts';

const stories = 48;
const controlRuns = 50;
const titles = each(
  "Lisbon, hill by hill ¦ lisbon at night ¦ LISBOA ¦ Évora ¦ evora ¦ A 100 % plan_b ¦ D'Artagnan ¦ Back\\slash ¦ 🗼 Tokyo ¦ İzmir ¦ x ¦ ",
);
const oddTexts = ['', ' ', ...each(`% ¦ _ ¦ \\ ¦ ' ¦ " ¦ É ¦ é ¦ İ ¦ ß ¦ 🗼 ¦ null ¦ {} ¦ \u{10FFFF} ¦ \uE000`)];

/** A list with all its documents, and the values of each field. */
interface Listed {
  path: string;
  spec: ListSpec;
  docs: Doc[];
  samples: Readonly<Record<string, readonly Scalar[]>>;
}

/** Stories of two people in all states: hidden, liked, without countries, with days and stops. */
async function fill({ traveller, neighbour, moderator, admin }: Callers): Promise<void> {
  const write = async ({ send }: Caller, method: string, path: string, body: object) => String(bodyOfSuccess(await send(method, path, body)).id);
  const countryIds: string[] = [];
  for (const code of ['PT', 'JP', 'TR']) countryIds.push(await write(admin, 'POST', '/countries', { code, name: code }));
  for (let index = 0; index < stories; index++) {
    const owner = index % 2 === 0 ? traveller : neighbour;
    const visibility = ['PUBLIC', 'PRIVATE', 'PUBLIC', 'UNLISTED'][index % 4];
    const title = titles[index % titles.length]?.trim() || `Story ${index}`;
    const id = await write(owner, 'POST', '/itineraries', { title, visibility, countryIds: countryIds.slice(0, index % 4) });
    const dayIds = index % 3 === 0 ? [await write(owner, 'POST', `/itineraries/${id}/days`, {})] : [];
    const coordinates = { latitude: 38 + index / 100, longitude: -9 };
    for (let stop = 0; stop < index % 4; stop++)
      await write(owner, 'POST', `/itineraries/${id}/stops`, { title: `${title} ${stop}`.slice(0, 120), dayIds, coordinates });
    const like = { reactableType: 'itinerary', reactableId: id, reactionType: 'like' };
    if (index % 5 === 0) await write(moderator, 'POST', '/reactions', like);
    if (index % 7 === 0) await write(moderator, 'PATCH', `/itineraries/${id}`, { hidden: true });
  }
}

async function listedBy({ send }: Caller, path: string, spec: ListSpec): Promise<Listed> {
  const { body } = await send('GET', `${path}?limit=100`);
  const docs = body.items as Doc[]; // a list answers with documents
  if (docs.length === 0 || docs.length !== body.total) throw new Error(`${docs.length} of ${String(body.total)} documents of ${path} are known`);
  const samples = Object.keys(spec.filterable).map((field) => [field, [...new Set(docs.flatMap((doc) => doc[field] ?? []))]]);
  return { path, spec, docs, samples: Object.fromEntries(samples) };
}

/** Everyone sees public stories that are not hidden, owners their own, moderators all. */
const sees = ({ name, accountId }: Caller, doc: Doc): boolean =>
  name === 'moderator' || (doc.visibility === 'PUBLIC' && doc.hidden === false) || (accountId !== null && doc.accountId === accountId);

function drawnFilter({ spec: { filterable, forms = {} }, samples }: Listed, draw: Draw): DrawnFilter {
  const isFormed = (field: string): boolean => filterable[field] === 'id' || field in forms;
  // A text field with a fixed form can be drawn only from an example.
  const drawable = Object.entries(filterable).filter(([field, kind]) => kind !== 'text' || !isFormed(field) || samples[field]?.length);
  const one = (field: string): Scalar | undefined => (samples[field]?.length ? draw.pick(samples[field]) : undefined);
  const piece = (field: string): string =>
    draw
      .weighted([
        [drawTextPiece(String(one(field) ?? 'x'), draw), 2],
        [draw.pick(oddTexts), 1],
      ])
      .toWellFormed();
  const operand = (field: string, kind: FieldKind): Scalar => {
    if (kind === 'number') return draw.pick([-1, 0, 1, 2, 3, 6, -1.5, 0.25, 7.75]);
    if (kind === 'flag') return draw.chance(0.5);
    const there = one(field);
    if (there !== undefined && (draw.chance(0.6) || (kind === 'text' && isFormed(field)))) return there;
    if (kind === 'time') return draw.pick(['2001-02-03T04:05:06.000Z', '2999-01-01T00:00:00.000Z']);
    return isFormed(field) ? draw.pick(unknownIds) : piece(field);
  };
  return drawFilter({ filterable: Object.fromEntries(drawable), operand, piece, ordered: new Set(['text', 'id', 'number', 'time', 'flag']) }, draw);
}

/** Page and total of any filter, in any order and by any caller, equal those of the same query in memory. */
function property(callers: readonly Caller[], lists: readonly Listed[], isMeant: typeof matches = matches) {
  return fc.asyncProperty(drawArbitrary, async (draw) => {
    const list = draw.pick(lists);
    const caller = draw.pick(callers);
    const [filter, sort] = [drawnFilter(list, draw), drawSort(list.spec, draw)];
    const [page, limit] = [1 + draw.below(4), draw.pick([1, 3, 20, 100])];
    const query = `page=${page}&limit=${limit}&sort=${encodeURIComponent(sort.text)}&filter=${encodeURIComponent(JSON.stringify(filter.json))}`;
    const { status, body, text } = await caller.send('GET', `${list.path}?${query}`);
    const asked = `${caller.name} asks ${list.path} for ${JSON.stringify(filter.json)} by ${sort.text}, page ${page} of ${limit}`;
    if (status !== 200) throw new Error(`${asked} and is answered ${status}: ${text}`);
    const expected = list.docs
      .filter((doc) => sees(caller, doc) && (!filter.meaning || isMeant(filter.meaning, doc)))
      .map((doc) => ({ id: String(doc.id), doc }))
      .sort(compareDocs(sort.keys));
    const ids = expected.slice((page - 1) * limit, page * limit).map(({ id }) => id);
    const found = (body.items as Doc[]).map(({ id }) => id); // a list answers with documents
    if (body.total !== expected.length || JSON.stringify(found) !== JSON.stringify(ids))
      throw new Error(`${asked} and finds ${String(body.total)}: ${found.join()}, of ${expected.length}: ${ids.join()}`);
  });
}

export async function checkFilterProperty(callers: Callers, run: PropertyRun): Promise<void> {
  await fill(callers);
  const { moderator, anonymous, traveller, newcomer } = callers;
  const lists = [await listedBy(moderator, '/itineraries', itineraryList), await listedBy(moderator, '/stops', allStopsList)];
  const asking = [anonymous, traveller, newcomer, moderator];
  const inverse: typeof matches = (filter, doc) => !matches(filter, doc);
  const control = await fc.check(property(asking, lists, inverse), { numRuns: controlRuns, seed: run.seed });
  run.tally.record(control.failed, 'control: filters that are taken for their opposite are noticed');
  const documents = lists.map(({ path, docs }) => `${docs.length} of ${path}`).join(', ');
  await recordProperty(property(asking, lists), `filters find what they find in memory, over ${documents}`, run);
}
