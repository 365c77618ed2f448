import { describe, expect } from 'vitest';
import type { IndexedDoc, SearchQuery } from '../port.ts';
import { doc, type EngineUnderTest, type StoriesIndex, testWith } from './fixture.ts';

/** Order, scores, highlights and pages of results. */
export function resultsContract(made: () => EngineUnderTest): void {
  describe('search results', () => {
    const stories = testWith(made);
    ordering(stories);
    rarity(stories);
    scoring(stories);
    showing(stories);
    oneOfEach(stories);
    paging(stories);
  });
}

type Test = (name: string, body: (stories: StoriesIndex) => Promise<void>) => void;

function ordering(stories: Test): void {
  stories('rank a match in a name above a place, then region, then prose', async ({ hold, find }) => {
    await hold(
      doc('a', { description: 'Porto' }),
      doc('b', { country: 'Porto' }),
      doc('c', { city: 'Old Porto' }),
      doc('d', { title: 'All about Porto and more' }),
      doc('e', { title: 'Porto' }),
    );
    expect(await find('porto')).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  stories('rank equal words before prefixes, then one edit, then two edits', async ({ hold, find }) => {
    await hold(
      doc('a', { title: 'x Barcelino' }),
      doc('b', { title: 'x Barcelonb' }),
      doc('c', { title: 'x Barcelonas' }),
      doc('d', { title: 'x Barcelona' }),
    );
    expect(await find('barcelona')).toEqual(['d', 'c', 'b', 'a']);
  });

  stories('with some of the words rank by the number of these words, with less weight for short words', async ({ hold, find }) => {
    await hold(doc('a', { title: 'Ox q' }), doc('b', { title: 'Harbour' }), doc('c', { title: 'Harbour ox Lights' }));
    expect(await find('q ox us we harbour lights')).toEqual(['c', 'b', 'a']);
  });

  stories('rank a name equal to the query first, then an equal place, then texts that contain the words', async ({ hold, ask }) => {
    await hold(
      doc('a', { title: 'All about the Golden Gate and more', description: 'Golden Gate' }),
      doc('b', { city: 'Golden Gate' }),
      doc('c', { title: 'Golden Gate' }),
      doc('d', { city: 'Golden Gate Park' }),
      doc('e', { title: 'Golden Gate', city: 'Golden Gate' }),
    );
    const { hits } = await ask('golden GATE');
    expect(hits.map(({ id, score }) => [id, score])).toEqual([
      ['c', 1],
      ['e', 1],
      ['b', 0.95],
      ['a', 0.9],
      ['d', 0.72],
    ]);
  });

  stories('with equal scores are in order of id', async ({ hold, find }) => {
    const ids = ['b', 'a', 'B', 'ab', '10', '9', 'é'];
    await hold(...ids.map((id) => doc(id, { title: 'Porto' })));
    expect(await find('porto')).toEqual(['10', '9', 'B', 'a', 'ab', 'b', 'é']);
  });

  stories('have the same score for a repeated word as for a single one', async ({ hold, ask }) => {
    await hold(doc('a', { title: 'x Porto', description: 'Porto '.repeat(300) }), doc('b', { title: 'x Porto' }));
    const [a, b] = (await ask('porto')).hits;
    expect([a?.id, b?.id, a?.score]).toEqual(['a', 'b', b?.score]);
  });
}

/** Documents with the same title. */
const many = (count: number, title: string, filters: NonNullable<IndexedDoc['filters']> = {}): IndexedDoc[] =>
  Array.from({ length: count }, (_, index) => doc(`${title}-${index}`, { title }, filters));

function rarity(stories: Test): void {
  stories('rank the rare word higher when no document has both words', async ({ hold, find }) => {
    await hold(...many(20, 'Harbour'), doc('place', { city: 'Zeppelin Field' }), doc('name', { title: 'Zeppelin' }));
    expect((await find('harbour zeppelin')).slice(0, 3)).toEqual(['name', 'place', 'Harbour-0']);
    expect((await find('zeppelin harbour')).slice(0, 3)).toEqual(['name', 'place', 'Harbour-0']);
  });

  stories('give a misspelt or unfinished word the rarity of the words that it matches', async ({ hold, find }) => {
    await hold(...many(40, 'Harbour'), doc('zeppelin', { title: 'Zeppelin' }));
    for (const q of ['harbour zepelin', 'zepelin harbour', 'harbor zeppelin', 'harbour zepp'])
      expect({ q, first: (await find(q))[0] }).toEqual({ q, first: 'zeppelin' });
  });

  stories('give a word the rarity of its exact matches, if any, whatever words are similar', async ({ hold, find }) => {
    await hold(...many(9, 'Horse'), ...many(4, 'Harbour'), doc('house', { title: 'House' }));
    expect((await find('harbour house'))[0]).toBe('house');
  });

  stories('with all words exclude results with fewer words, also when the words are in different texts', async ({ hold, find }) => {
    await hold(
      doc('berlin', { title: 'Tempelhofer Feld', city: 'Berlin' }),
      doc('golden', { title: 'Kinkaku-ji', city: 'Kyoto', description: 'The temple of the golden pavilion.' }),
      doc('market', { title: 'Nishiki Market', city: 'Kyoto' }),
      doc('water', { title: 'Temple of pure water', city: 'Kyoto' }),
    );
    expect(await find('Kyotto tempel')).toEqual(['water', 'golden']);
  });

  stories('do not depend on documents outside the filter, even in the rarity of words', async ({ hold, ask }) => {
    await hold(...many(9, 'Harbour', { open: true }), doc('zeppelin', { title: 'Zeppelin', description: 'harbour' }, { open: true }));
    await hold(doc('pier', { title: 'Pier', description: 'A zeppelin' }, { open: true }));
    const asked = async () => ask('harbour zeppelin pier', { filter: { op: 'eq', field: 'open', value: true } });
    const before = await asked();
    await hold(...many(40, 'Zeppelin', { open: false }), ...many(40, 'Pier'));
    expect(before.total).toBeGreaterThan(0);
    expect(await asked()).toEqual(before);
  });

  stories('with one of several words have the same scores on every engine', async ({ hold, ask }) => {
    await hold(...many(9, 'Harbour'), ...many(3, 'Old Zeppelin'), doc('place', { city: 'Zeppelin' }));
    const { hits } = await ask('harbour zepelin');
    expect(hits.filter(({ id }) => id.endsWith('-0') || id === 'place').map(({ id, score }) => [id, score])).toEqual([
      ['Harbour-0', 0.42],
      ['Old Zeppelin-0', 0.336],
      ['place', 0.2688],
    ]);
  });
}

function scoring(stories: Test): void {
  const held = [
    doc('whole', { title: 'Porto' }),
    doc('name', { title: 'Old Porto' }),
    doc('edit', { title: 'Old Portu' }),
    doc('place', { city: 'Old Porto' }),
    doc('region', { country: 'Porto' }),
    doc('prose', { description: 'We saw Porto.' }),
  ];

  stories('with all words have the same scores on every engine, whatever else is stored', async ({ hold, ask }) => {
    const scores = async () => Object.fromEntries((await ask('porto')).hits.map(({ id, score }) => [id, score]));
    const expected = { whole: 1, name: 0.9, place: 0.72, edit: 0.63, region: 0.54, prose: 0.27 };
    await hold(...held);
    expect(await scores()).toEqual(expected);
    await hold(...Array.from({ length: 60 }, (_, index) => doc(`x${index}`, { title: `Lisbon ${index}`, description: 'Porto' })));
    expect(await scores()).toMatchObject(expected);
  });

  stories('below the minimum score are left out, also from the total', async ({ hold, ask }) => {
    await hold(...held);
    for (const [minScore, ids] of [
      [1, ['whole']],
      [0.9, ['whole', 'name']],
      [0.901, ['whole']],
      [0.63, ['whole', 'name', 'place', 'edit']],
      [0.28, ['whole', 'name', 'place', 'edit', 'region']],
      [0, ['whole', 'name', 'place', 'edit', 'region', 'prose']],
    ] as const) {
      const { hits, total } = await ask('porto', { minScore });
      expect({ minScore, ids: hits.map(({ id }) => id), total }).toEqual({ minScore, ids, total: ids.length });
    }
  });

  stories('have scores above 0 and up to 1, and include a hit whose score is the minimum', async ({ hold, ask }) => {
    await hold(...held, doc('long', { title: 'Walks along the old Douro river in Porto' }));
    for (const q of ['porto', 'old porto', 'walks along the old duoro rivre in porto', 'a portu x', 'po']) {
      for (const { id, score } of (await ask(q)).hits) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
        expect((await ask(q, { minScore: score })).hits.map((hit) => hit.id)).toContain(id);
      }
    }
  });
}

function showing(stories: Test): void {
  stories('list only the matched texts, highest weight first', async ({ hold, ask }) => {
    await hold(doc('a', { description: 'In Porto', highlights: 'porto!', country: 'Portugal', city: 'Porto', title: 'Harbour' }));
    expect((await ask('port', { fuzzy: false })).hits).toEqual([
      {
        id: 'a',
        score: 0.648,
        matchedFields: ['city', 'country', 'description', 'highlights'],
        highlights: { city: '<em>Porto</em>', country: '<em>Portugal</em>', description: 'In <em>Porto</em>', highlights: '<em>porto</em>!' },
      },
    ]);
  });

  stories('mark only matches in highlights, and escape all HTML of the text', async ({ hold, ask }) => {
    await hold(doc('a', { title: '<em>Tower</em> & <script>alert("tower")</script> towr', city: `L'Tower` }));
    expect((await ask('tower')).hits[0]?.highlights).toEqual({
      title: '&lt;em&gt;<em>Tower</em>&lt;/em&gt; &amp; &lt;script&gt;alert(&quot;<em>tower</em>&quot;)&lt;/script&gt; <em>towr</em>',
      city: 'L&#39;<em>Tower</em>',
    });
  });

  stories('highlight the matching part of a long text, with its original spelling', async ({ hold, ask }) => {
    const far = `${'Nothing to see here. '.repeat(200)}Then the Café Orléans & its garden. ${'Nothing more to see. '.repeat(200)}`;
    await hold(doc('a', { description: far }));
    const shown = (await ask('cafe orleans')).hits[0]?.highlights.description ?? '';
    expect(shown).toContain('<em>Café</em> <em>Orléans</em> &amp; its garden');
    expect(shown.startsWith('…')).toBe(true);
    expect(shown.endsWith('…')).toBe(true);
    expect(shown.length).toBeLessThan(400);
  });
}

function oneOfEach(stories: Test): void {
  stories('with onePer contain only the best document per field value', async ({ hold, ask }) => {
    await hold(
      doc('a', { title: 'Old Porto' }, { owner: 'me', open: true }),
      doc('b', { title: 'Porto' }, { owner: 'me', open: false }),
      doc('c', { description: 'Porto' }, { owner: 'you', open: true }),
      doc('d', { description: 'Porto' }, { owner: 'you', open: true }),
      doc('e', { title: 'Lisbon' }, { owner: 'them', open: true }),
    );
    const found = async (query: Partial<SearchQuery> = {}) => {
      const { hits, total } = await ask('porto', { onePer: 'owner', ...query });
      return { hits: hits.map(({ id, score }) => [id, score]), total };
    };
    expect(await found()).toEqual({
      hits: [
        ['b', 1],
        ['c', 0.27],
      ],
      total: 2,
    });
    expect(await found({ filter: { op: 'eq', field: 'open', value: true } })).toEqual({
      hits: [
        ['a', 0.9],
        ['c', 0.27],
      ],
      total: 2,
    });
    expect(await found({ minScore: 0.5 })).toEqual({ hits: [['b', 1]], total: 1 });
    expect(await found({ offset: 1, limit: 1 })).toEqual({ hits: [['c', 0.27]], total: 2 });
  });

  stories('with onePer contain one document per value, also when no document has all words', async ({ hold, ask }) => {
    await hold(...many(9, 'Harbour', { owner: 'me' }), doc('zeppelin', { title: 'Zeppelin' }, { owner: 'you' }));
    const { hits, total } = await ask('harbour zeppelin', { onePer: 'owner' });
    expect([hits.map(({ id }) => id), total]).toEqual([['zeppelin', 'Harbour-0'], 2]);
  });

  stories('with onePer have pages that are parts of one list', async ({ hold, ask }) => {
    await hold(
      ...Array.from({ length: 60 }, (_, index) => doc(`d${index}`, { title: index % 2 === 0 ? 'Porto' : 'Old Porto' }, { owner: `o${index % 23}` })),
    );
    const page = async (offset: number) => ask('porto', { onePer: 'owner', offset, limit: 10 });
    const pages = [await page(0), await page(10), await page(20), await page(30)];
    expect(pages.map(({ hits, total }) => [hits.length, total])).toEqual([
      [10, 23],
      [10, 23],
      [3, 23],
      [0, 23],
    ]);
    expect(new Set(pages.flatMap(({ hits }) => hits.map(({ id }) => Number(id.slice(1)) % 23))).size).toBe(23);
  });
}

function paging(stories: Test): void {
  stories('have pages that are parts of one list, and the total of all pages', async ({ hold, ask, find }) => {
    await hold(...Array.from({ length: 45 }, (_, index) => doc(`d${index}`, { title: index % 3 === 0 ? 'Porto' : 'Old Porto' })));
    const whole = await find('porto');
    expect(whole).toHaveLength(45);
    for (const [offset, limit] of [
      [0, 20],
      [20, 20],
      [40, 20],
      [44, 1],
    ] as const) {
      const { hits, total } = await ask('porto', { offset, limit });
      expect({ ids: hits.map(({ id }) => id), total }).toEqual({ ids: whole.slice(offset, offset + limit), total: 45 });
    }
    expect(await ask('porto', { offset: 60 })).toEqual({ hits: [], total: 45 });
    expect(await ask('porto', { offset: 9_900, limit: 100 })).toEqual({ hits: [], total: 45 });
  });
}
