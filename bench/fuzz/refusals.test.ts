import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { judgementsOf, readAcceptances, sumAcceptances } from './refusals.ts';

const folder = mkdtempSync(join(tmpdir(), 'waystory-acceptance-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Sent {
  mode?: 'positive' | 'negative';
  status: number;
  problem?: { code: string; errors?: { path: string; message: string }[] };
}

function written(path: string, sent: readonly Sent[]): string {
  const entries = sent.map(({ mode = 'positive', status, problem }, index) => ({
    id: `case${index}`,
    value: { method: 'GET', path, meta: { generation: { mode } } },
    response: { status_code: status, content: { $base64: Buffer.from(JSON.stringify(problem ?? {})).toString('base64') } },
  }));
  const cases = Object.fromEntries(entries.map(({ id, value }) => [id, { value }]));
  const interactions = Object.fromEntries(entries.map(({ id, response }) => [id, { response }]));
  return JSON.stringify({ ScenarioFinished: { recorder: { cases, interactions } } });
}

async function judged(...lines: string[]) {
  const file = join(folder, 'events.ndjson');
  writeFileSync(file, ['{"Initialize":{}}', ...lines].join('\n'));
  return judgementsOf(await readAcceptances(file));
}
const times = (count: number, one: Sent): Sent[] => Array(count).fill(one);
const wrong = (path: string, message: string): Sent => ({ status: 400, problem: { code: 'request/invalid', errors: [{ path, message }] } });

test('Operation counts as refusing when it refuses more valid requests than it accepts', async () => {
  const sort = wrong('query.sort', 'No such field');
  const [worse, better] = await judged(
    written('/better', [...times(7, { status: 200 }), ...times(6, sort)]),
    written('/worse', [...times(6, { status: 200 }), ...times(7, sort)]),
  );
  expect(worse).toMatchObject({ operation: 'GET /worse', taken: 6, refused: 7, isRefusing: true });
  expect(better).toMatchObject({ operation: 'GET /better', isRefusing: false, causes: [{ cause: 'query.sort: No such field', times: 6 }] });
});

test('Judgement excludes refusals of invalid requests, and the statuses 401, 403, 404, 409, 412 and 429', async () => {
  const negative: Sent = { ...wrong('query.page', 'At least 1'), mode: 'negative' };
  const others = [401, 403, 404, 409, 412, 429].map((status): Sent => ({ status }));
  expect(await judged(written('/a', [...times(20, negative), ...others, ...others]))).toEqual([]);
});

test('Refusal with two causes counts against its operation unless the table of reasons explains both', async () => {
  const cursor = { path: 'query.after', message: 'Not a cursor of this list' };
  const both: Sent = { status: 400, problem: { code: 'request/invalid', errors: [cursor, { path: 'query.sort', message: 'No such field' }] } };
  const [list] = await judged(written('/list', [...times(9, wrong(cursor.path, cursor.message)), ...times(2, both), ...times(9, { status: 200 })]));
  expect(list).toMatchObject({ taken: 9, refused: 2, isRefusing: false });
  expect(list?.causes.map(({ reason }) => reason === null)).toEqual([false, true]);
});

test('Sum of the acceptances of two callers adds their accepted and refused requests per operation', async () => {
  const one = new Map([['GET /a', { taken: 1, refused: new Map([['x', 2]]) }]]);
  expect(sumAcceptances([one, one]).get('GET /a')).toEqual({ taken: 2, refused: new Map([['x', 4]]) });
  expect(one.get('GET /a')?.taken).toBe(1);
});
