import { expect, test } from 'vitest';
import { eraseOfGoneAccounts } from './erase-all.ts';

test('Creations by deleted accounts are erased, with one look at each account', async () => {
  const asked: string[] = [];
  const erased: string[] = [];
  const isGone = async (accountId: string): Promise<boolean> => {
    asked.push(accountId);
    return accountId === 'gone';
  };
  const created = (id: string, accountId: string) => ({
    stream: `itinerary-${id}`,
    position: 1,
    at: '2026-01-01T00:00:00.000Z',
    data: { accountId },
  });
  const events = [created('1', 'gone'), created('2', 'here'), created('3', 'gone')];
  await eraseOfGoneAccounts({ isGone }, events, async (id) => erased.push(id));
  expect([asked, erased]).toEqual([
    ['gone', 'here'],
    ['1', '3'],
  ]);
});
