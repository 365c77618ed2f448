import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beforeFirstKey, type PersonalKey, type PersonalKeys } from './port.ts';

export interface PersonalKeysUnderTest {
  /** Opens another instance over its own connections, like another process. */
  open(): PersonalKeys;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

const drawn = (accountId: string, life = 1): PersonalKey & { key: Buffer } => ({ accountId, life, key: randomBytes(32) });
const byLife = (keys: readonly PersonalKey[]): PersonalKey[] => keys.toSorted((a, b) => a.life - b.life);

/** Contract of a key store. */
export function personalKeysContract(make: () => Promise<PersonalKeysUnderTest>): void {
  describe('personal key store', () => {
    let made: PersonalKeysUnderTest;
    let [keys, other]: PersonalKeys[] = [];
    const open = () => {
      if (!keys || !other) throw new Error('not opened');
      return { keys, other };
    };
    beforeAll(async () => {
      made = await make();
      [keys, other] = [made.open(), made.open()];
    });
    afterAll(() => made.close());
    describeKeeping(open);
    describeDestroying(open);
    describeListing(open);
  });
}

type Open = () => { keys: PersonalKeys; other: PersonalKeys };

function describeKeeping(open: Open): void {
  test('returns added keys byte for byte through every connection', async () => {
    const { keys, other } = open();
    const [one, two] = [drawn(randomUUID()), drawn(randomUUID(), 2 ** 40)];
    await keys.add([one, two]);
    expect(await other.read([one.accountId])).toEqual([one]);
    expect((await other.read([two.accountId, randomUUID(), one.accountId])).toSorted((a, b) => a.life - b.life)).toEqual([one, two]);
    expect(await other.read([])).toEqual([]);
    expect(await other.read([randomUUID()])).toEqual([]);
  });

  test('keeps the first key of an account incarnation under concurrent adds', async () => {
    const { keys, other } = open();
    const accountId = randomUUID();
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? keys : other).add([drawn(accountId)])));
    const first = await keys.read([accountId]);
    expect(first).toHaveLength(1);
    await other.add([drawn(accountId), drawn(accountId, 7)]);
    const both = byLife(await keys.read([accountId]));
    expect(both.map(({ life }) => life)).toEqual([1, 7]);
    expect(both[0]).toEqual(first[0]);
  });

  test('accepts any account id', async () => {
    const { keys } = open();
    const names = ['', '$ne', 'a.b', '{"$gt":""}', "'; drop table personal_keys --", 'ü🗺️'].map((name) => `${randomUUID()}${name}`);
    await keys.add(names.map((name) => drawn(name)));
    for (const name of names) expect((await keys.read([name])).map(({ accountId }) => accountId)).toEqual([name]);
  });
}

function describeDestroying(open: Open): void {
  test('destroys keys of earlier account incarnations permanently, for every connection', async () => {
    const { keys, other } = open();
    const accountId = randomUUID();
    const [bystander, later] = [drawn(randomUUID()), drawn(accountId, 6)];
    await keys.add([drawn(accountId), drawn(accountId, 3), later, bystander]);
    await keys.destroy(accountId, 6);
    await keys.destroy(accountId, 6);
    await other.add([drawn(accountId), drawn(accountId, 3)]);
    expect(byLife(await other.read([accountId]))).toEqual([{ accountId, life: 1, key: null }, { accountId, life: 3, key: null }, later]);
    expect(await other.read([bystander.accountId])).toEqual([bystander]);
  });

  test('adds no key of incarnation 0 for an account whose keys were destroyed before any existed', async () => {
    const { keys, other } = open();
    const accountId = randomUUID();
    await keys.destroy(accountId, 4);
    await other.add([drawn(accountId, 0)]);
    expect(await keys.read([accountId])).toEqual([{ accountId, life: 0, key: null }]);
  });
}

function describeListing(open: Open): void {
  test('lists keys in order of account and incarnation, page by page, without destroyed keys', async () => {
    const { keys } = open();
    const gone = drawn(randomUUID());
    const mine = [...Array.from({ length: 7 }, () => drawn(randomUUID())), drawn(gone.accountId, 9), drawn(gone.accountId, 10)];
    await keys.add([...mine, gone]);
    await keys.destroy(gone.accountId, 5);
    const listed: PersonalKey[] = [];
    for (let page = await keys.list(beforeFirstKey, 2); page.length > 0; page = await keys.list(page.at(-1) ?? beforeFirstKey, 2))
      listed.push(...page);
    const ids = new Set(mine.map(({ accountId }) => accountId));
    const inOrder = mine.toSorted((a, b) => (a.accountId === b.accountId ? a.life - b.life : a.accountId < b.accountId ? -1 : 1));
    expect(listed.filter(({ accountId }) => ids.has(accountId))).toEqual(inOrder);
    expect(listed.every(({ key }) => key !== null)).toBe(true);
  });
}
