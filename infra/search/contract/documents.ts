import { describe, expect } from 'vitest';
import type { IndexedDoc } from '../port.ts';
import { all, deletedDoc, doc, type EngineUnderTest, type StoriesIndex, storiesNamed, testWith, uniqueIndexName } from './fixture.ts';

/** Writes, deletions and switches of index builds. */
export function documentsContract(made: () => EngineUnderTest): void {
  describe('search documents', () => {
    const stories = testWith(made);
    versions(stories);
    reading(stories);
    refusals(stories, made);
    builds(stories, made);
  });
}

type Test = (name: string, body: (stories: StoriesIndex) => Promise<void>) => void;
const titled = (title: string, version: number, likes = 0): IndexedDoc => ({ id: 'a', version, texts: { title }, filters: { likes } });

function versions(stories: Test): void {
  stories('with a newer version replace all texts and filters', async ({ hold, find }) => {
    await hold(titled('Porto', 1, 1));
    await hold(titled('Lisbon', 2, 2));
    expect(await find('porto')).toEqual([]);
    expect(await find('lisbon', { filter: { op: 'eq', field: 'likes', value: 1 } })).toEqual([]);
    expect(await find('lisbon', { filter: { op: 'eq', field: 'likes', value: 2 } })).toEqual(['a']);
  });

  stories('with an older version are ignored, and with an equal version replace', async ({ hold, find }) => {
    await hold(titled('Porto', 5));
    await hold(titled('Lisbon', 4));
    expect([await find('porto'), await find('lisbon')]).toEqual([['a'], []]);
    await hold(titled('Madrid', 5));
    expect([await find('porto'), await find('madrid')]).toEqual([[], ['a']]);
  });

  stories('after a deletion ignore older versions, and are found again with a newer version', async ({ hold, find, engine, spec }) => {
    await hold(titled('Porto', 5));
    await hold(deletedDoc('a', 6));
    expect(await find('porto')).toEqual([]);
    await hold(titled('Porto', 5));
    expect(await find('porto')).toEqual([]);
    expect(await all(engine.scan(spec.name))).toEqual([]);
    await hold(titled('Porto', 7));
    expect(await find('porto')).toEqual(['a']);
  });

  stories('deleted before their first write ignore older versions', async ({ hold, find }) => {
    await hold(deletedDoc('a', 6));
    await hold(titled('Porto', 3));
    expect(await find('porto')).toEqual([]);
  });

  stories('in several versions in one write have the newest version', async ({ hold, find }) => {
    await hold(titled('Porto', 2), titled('Lisbon', 3), titled('Madrid', 1));
    expect([await find('porto'), await find('lisbon'), await find('madrid')]).toEqual([[], ['a'], []]);
    await hold(titled('Porto', 4), titled('Lisbon', 4));
    expect([await find('porto'), await find('lisbon')]).toEqual([[], ['a']]);
  });

  stories('of concurrent writers have the newest version in the end', async ({ engine, other, spec, find }) => {
    const second = await other();
    const batch = (version: number): IndexedDoc[] =>
      Array.from({ length: 120 }, (_, index) => ({ id: `d${index}`, version, texts: { title: `Porto v${version}x word${index}` }, filters: {} }));
    const orders = [3, 1, 5, 2, 4, 6];
    await Promise.all(
      orders.map((version, index) => (index % 2 ? engine : second).write(spec.name, version % 2 ? batch(version) : batch(version).reverse())),
    );
    await engine.refresh(spec.name);
    expect(await all(engine.scan(spec.name))).toEqual(batch(6).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    expect(await find('v6x', { limit: 200, fuzzy: false })).toHaveLength(120);
    expect(await find('v5x', { fuzzy: false })).toEqual([]);
  });
}

function reading(stories: Test): void {
  stories('are found over every connection after a refresh', async ({ engine, other, spec }) => {
    const second = await other();
    await second.write(spec.name, [titled('Porto', 1)]);
    await engine.refresh(spec.name);
    const query = { q: 'porto', fuzzy: false, minScore: 0, filter: null, limit: 1, offset: 0 };
    expect((await engine.search(spec.name, query)).total).toBe(1);
    expect((await second.search(spec.name, query)).total).toBe(1);
  });

  stories('are returned unchanged by scan, in order of id', async ({ hold, engine, spec }) => {
    const docs = Array.from({ length: 2_300 }, (_, index): IndexedDoc => {
      const texts = { title: `Story ${index}`, description: `"quoted" \\ <em>é</em> ${'🗺️'.repeat(index % 3)}` };
      const filters = { owner: `o${index % 7}`, likes: index / 4, open: index % 2 === 0, tags: index % 5 ? ['a', 'b'] : [], publishedAt: null };
      return { id: `id-${index}`, version: 1_700_000_000_000 + index, texts, filters };
    });
    await hold(...docs, deletedDoc('id-5000', 3));
    expect(await all(engine.scan(spec.name))).toEqual(docs.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  });

  stories('without words are returned by scan, but never found', async ({ hold, engine, spec, find }) => {
    const docs = [doc('a', {}), doc('b', { title: '' }), doc('c', { title: '…' })];
    await hold(...docs);
    expect(await find('a b c')).toEqual([]);
    expect(await all(engine.scan(spec.name))).toEqual(docs);
  });

  stories('with a text of any length are found by any of its words', async ({ hold, find }) => {
    const words = Array.from({ length: 4_000 }, (_, index) => `word${index}q`);
    await hold(doc('a', { title: 'x'.repeat(5_000), description: words.join(' ') }));
    expect(await find('word3999q', { fuzzy: false })).toEqual(['a']);
    expect(await find('x'.repeat(200))).toEqual(['a']);
  });

  stories('in an empty write cause no error', async ({ engine, spec }) => {
    expect(await engine.write(spec.name, [])).toEqual([]);
    expect(await all(engine.scan(spec.name))).toEqual([]);
  });
}

function refusals(stories: Test, made: () => EngineUnderTest): void {
  stories('that the engine refuses are returned with a reason, and all others are written', async ({ engine, spec }) => {
    const { poison } = made();
    const others = Array.from({ length: 1_200 }, (_, index) => doc(`d${index}`, { title: `Porto word${index}` }));
    const refusal = { id: poison.id, reason: expect.stringMatching(/\w/) };
    expect(await engine.write(spec.name, others.toSpliced(600, 0, poison))).toEqual([refusal]);
    expect(await all(engine.scan(spec.name))).toEqual(others.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
    const second = { ...poison, id: 'z' };
    expect(await engine.write(spec.name, [poison, second])).toEqual([refusal, { ...refusal, id: 'z' }]);
  });

  stories('that the engine refuses keep their old state until a valid version is written', async ({ hold, find, engine, spec }) => {
    const { poison } = made();
    await hold({ ...titled('Porto', 1), id: poison.id });
    expect(await engine.write(spec.name, [{ ...poison, version: 3 }])).toHaveLength(1);
    await engine.refresh(spec.name);
    expect(await find('porto')).toEqual([poison.id]);
    await hold({ ...titled('Lisbon', 2), id: poison.id });
    expect([await find('porto'), await find('lisbon')]).toEqual([[], [poison.id]]);
    await hold(deletedDoc(poison.id, 3));
    expect(await find('lisbon')).toEqual([]);
  });
}

function builds(stories: Test, made: () => EngineUnderTest): void {
  stories('stay when ensure is called again', async ({ hold, engine, other, spec, find }) => {
    await hold(titled('Porto', 1));
    await engine.ensure(spec);
    await Promise.all([engine.ensure(spec), (await other()).ensure(spec)]);
    expect(await find('porto')).toEqual(['a']);
  });

  stories('are written while other calls ensure the same index', async ({ engine, other, spec, find }) => {
    const second = await other();
    const writes = Array.from({ length: 30 }, (_, index) => second.write(spec.name, [doc(`d${index}`, { title: `Porto word${index}` })]));
    await Promise.all([...writes, ...Array.from({ length: 30 }, () => engine.ensure(spec))]);
    await engine.refresh(spec.name);
    expect(await find('porto')).toHaveLength(30);
  });

  stories('are gone after drop, and a second drop causes no error', async ({ hold, engine, spec, find }) => {
    await hold(titled('Porto', 9));
    await engine.drop(spec.name);
    await engine.drop(spec.name);
    await engine.ensure(spec);
    await hold(titled('Lisbon', 1));
    expect([await find('porto'), await find('lisbon')]).toEqual([[], ['a']]);
  });

  stories('can be in two builds of an index, and every process sees a switch at once', async () => {
    const { engine, other } = made();
    const [name, second] = [uniqueIndexName(), await other()];
    const builds = [storiesNamed(`${name}@1`), storiesNamed(`${name}@2`)];
    const active = async () => [(await engine.activeBuilds())[name], (await second.activeBuilds())[name]];
    expect(await active()).toEqual([undefined, undefined]);
    for (const [index, spec] of builds.entries()) {
      await engine.ensure(spec);
      await engine.write(spec.name, [titled(index === 0 ? 'Porto' : 'Lisbon', 1)]);
      await engine.refresh(spec.name);
      await engine.activate(name, index + 1);
      expect(await active()).toEqual([index + 1, index + 1]);
    }
    await engine.activate(name, 2);
    await expect(engine.activate(name, 3)).rejects.toThrow();
    expect(await active()).toEqual([2, 2]);
    const query = { q: 'porto', fuzzy: false, minScore: 0, filter: null, limit: 1, offset: 0 };
    expect((await second.search(`${name}@1`, query)).total).toBe(1);
    expect((await second.search(`${name}@2`, query)).total).toBe(0);
    await second.drop(`${name}@1`);
    expect(await active()).toEqual([2, 2]);
    await engine.drop(`${name}@2`);
    expect(await active()).toEqual([undefined, undefined]);
  });

  stories('are separate in indexes whose names differ only in capitals or punctuation', async () => {
    const { engine } = made();
    const names = ['Cards', 'cards', 'c_ards', 'c-ards'].map((name) => `${uniqueIndexName()}-${name}`);
    for (const name of names) {
      await engine.ensure(storiesNamed(`${name}@12`));
      await engine.write(`${name}@12`, [doc(name, { title: 'Porto' })]);
      await engine.refresh(`${name}@12`);
      await engine.activate(name, 12);
    }
    const query = { q: 'porto', fuzzy: false, minScore: 0, filter: null, limit: 9, offset: 0 };
    const active = await engine.activeBuilds();
    for (const name of names) {
      expect((await engine.search(`${name}@12`, query)).hits.map(({ id }) => id)).toEqual([name]);
      expect(active[name]).toBe(12);
      await engine.drop(`${name}@12`);
    }
  });
}
