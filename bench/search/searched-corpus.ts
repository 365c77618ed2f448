import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { Hits, IndexedDoc, IndexSpec, SearchEngine, SearchQuery } from '@waystory/infra/search/port.ts';
import { allOf, type Filter } from '@waystory/proto/kit/filter.ts';
import { itineraries, stops } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { itinerarySearch } from '@waystory/services/itineraries/search/itinerary.search.ts';
import { stopSearch } from '@waystory/services/itineraries/search/stop.search.ts';
import { accepted } from '@waystory/services/itineraries/stop/stop.filters.ts';
import { type CorpusDoc, type CorpusQuestion, type CorpusSize, corpus, isTarget, questionKinds, questionsAbout } from './corpus.ts';

/** Hits that a person sees at first. */
export const shown = 10;
const docsPerWrite = 500;
const somebody: Principal = { accountId: null, roles: [] };
const author = 'a0000000-0000-8000-8000-000000000001';

const specOf = ({ index, texts, filters }: Pick<Searchable, 'index' | 'texts' | 'filters'>): IndexSpec => ({
  name: `${index}@1`,
  texts,
  filters,
  positions: true,
});

/** The indexes of the product, and what of them a visitor may see. */
export const indexes: Readonly<Record<CorpusDoc['kind'], { spec: IndexSpec; filter: Filter | null }>> = {
  itinerary: { spec: specOf(itinerarySearch), filter: itineraries.visibleTo(somebody, 'listed') },
  stop: { spec: specOf(stopSearch), filter: allOf(stops.visibleTo(somebody, 'listed'), accepted) },
};

/** Places are stops; a city with a word of a title is a story. */
export const indexAsked = ({ target }: CorpusQuestion): CorpusDoc['kind'] => ('place' in target ? 'stop' : 'itinerary');

function indexed({ id, kind, title, description, place, city, country, visibility, latitude, longitude }: CorpusDoc): IndexedDoc {
  const positions = [{ latitude, longitude }];
  const audience = { accountId: author, visibility, hidden: false, version: 1 };
  if (kind === 'itinerary') return { id, version: 1, texts: { title, cities: city, countries: country, description }, filters: audience, positions };
  const texts = { title, placeName: place, placeFullName: `${place}, ${city}`, addressCity: city, addressCountry: country, description };
  return { id, version: 1, texts, filters: { ...audience, state: 'ACCEPTED', country: country.toLowerCase(), city: city.toLowerCase() }, positions };
}

export interface Loaded {
  /** What is known of each document, without its prose. */
  docs: Map<string, CorpusDoc>;
  seconds: number;
}

/** Writes the corpus through the port; `also` gets each batch as well. */
export async function load(engine: SearchEngine, size: CorpusSize, also: (batch: CorpusDoc[]) => Promise<void> = async () => {}): Promise<Loaded> {
  const docs = new Map<string, CorpusDoc>();
  let milliseconds = 0;
  const write = async (batch: CorpusDoc[]): Promise<void> => {
    const begin = performance.now();
    for (const [kind, some] of Map.groupBy(batch, (doc) => doc.kind)) await engine.write(indexes[kind].spec.name, some.map(indexed));
    milliseconds += performance.now() - begin;
    await also(batch);
  };
  for (const { spec } of Object.values(indexes)) await engine.ensure(spec);
  let batch: CorpusDoc[] = [];
  for (const doc of corpus(size)) {
    docs.set(doc.id, { ...doc, description: '' });
    batch.push(doc);
    if (batch.length < docsPerWrite) continue;
    await write(batch);
    batch = [];
  }
  await write(batch);
  const begin = performance.now();
  for (const { spec } of Object.values(indexes)) {
    const [name = ''] = spec.name.split('@');
    await engine.refresh(spec.name);
    await engine.activate(name, 1);
  }
  return { docs, seconds: (milliseconds + performance.now() - begin) / 1000 };
}

/** Asks as the route does. */
export function ask(engine: SearchEngine, question: CorpusQuestion): Promise<Hits> {
  const { spec, filter } = indexes[indexAsked(question)];
  const query: SearchQuery = { q: question.q, fuzzy: true, minScore: 0, filter, limit: shown, offset: 0 };
  return engine.search(spec.name, query);
}

export type Find = (question: CorpusQuestion) => Promise<readonly string[]>;

/** Share of the questions of each kind whose target is among the first. */
export type Recall = Readonly<Record<CorpusQuestion['kind'], number>>;

export async function recallOf(find: Find, questions: readonly CorpusQuestion[], docs: Loaded['docs']): Promise<Recall> {
  const tally = Object.fromEntries(questionKinds.map((kind) => [kind, { found: 0, asked: 0 }]));
  for (const question of questions) {
    const ids = await find(question);
    const one = tally[question.kind];
    if (!one) throw new Error(`${question.kind} is not counted`);
    one.asked += 1;
    if (ids.slice(0, shown).some((id) => isTarget(question, docs.get(id) ?? nothing))) one.found += 1;
  }
  return Object.fromEntries(Object.entries(tally).map(([kind, { found, asked }]) => [kind, found / asked])) as Recall; // its keys are the kinds
}

const nothing: CorpusDoc = {
  id: '',
  kind: 'stop',
  title: '',
  description: '',
  place: '',
  city: '',
  country: '',
  visibility: 'PRIVATE',
  latitude: 0,
  longitude: 0,
};

/** Questions about what is there. */
export const questionsOf = ({ docs }: Loaded, count: number): CorpusQuestion[] => questionsAbout([...docs.values()], count);
