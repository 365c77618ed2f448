import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import type { Report } from '@waystory/proto/operations/report.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { caseIdOf } from './case.ts';

let product: TestProduct;
let [ada, bob, ida, ben, root]: Person[] = [];
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  bob = product.person('bob');
  ida = product.person('ida', 'moderator');
  ben = product.person('ben', 'moderator');
  root = product.person('root', 'admin');
  for (const { api } of everybody()) await api.createAccount({});
});
afterAll(() => product.stop());
afterEach(() => void vi.useRealTimers());

function everybody(): Person[] {
  if (!ada || !bob || !ida || !ben || !root) throw new Error('nobody is there');
  return [ada, bob, ida, ben, root];
}
const people = () => {
  const [author, reporter, first, second, admin] = everybody() as [Person, Person, Person, Person, Person];
  return { author, reporter, first, second, admin };
};

const soon = { timeout: 60_000, interval: 50 };
const reasons = ['spam', 'dangerous', 'offensive'] as const;

/** A public story of Ada with her comment. */
async function story() {
  const { author } = people();
  const { id } = await author.api.createItinerary({ body: { title: 'Tram bells', visibility: 'PUBLIC' } });
  const post = await author.api.createPost({ body: { text: 'Cheap watches', postableType: 'itinerary', postableId: id } });
  return { itineraryId: id, postId: post.id, caseId: caseIdOf('itinerary', id) };
}
const reportStory = (by: Person, itineraryId: string, reason: Report['reason'] = 'spam') =>
  by.api.fileReport({ body: { reportableType: 'itinerary', reportableId: itineraryId, reason } });

/** Polls until the case is as expected. */
async function caseOnce(id: string, expected: Partial<ReportedCase>): Promise<ReportedCase> {
  const { first } = people();
  const read = () =>
    first.api.getCase({ params: { id } }).catch((error: unknown) => (error instanceof ResponseError ? error.status : Promise.reject(error)));
  await expect.poll(read, soon).toMatchObject(expected);
  return first.api.getCase({ params: { id } });
}
const reportsOf = (reportableId: string, more: object = {}) =>
  people().first.api.listReports({ query: { filter: JSON.stringify({ reportableId, ...more }), limit: 100 } });
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ResponseError)) throw error ?? new Error('it was not refused');
  const { code, status, data } = error.problem as unknown as { code: string; status: number; data?: object };
  return { code, status, ...(data && { data }) };
};
const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

describe('case', () => {
  test('collects all reports of one target with its author; cases are sorted by number of open reports', async () => {
    const { author, reporter, first, second } = people();
    const { itineraryId, postId, caseId } = await story();
    const stop = await author.api.addStop({ params: { itineraryId }, body: { title: 'Tower', coordinates: { latitude: 38.69, longitude: -9.21 } } });
    await reportStory(reporter, itineraryId);
    const before = await caseOnce(caseId, { openReportsCount: 1 });
    await reportStory(second, itineraryId, 'dangerous');
    // A repeated report has no effect while the first report of the same person is open.
    await reportStory(reporter, itineraryId, 'offensive');
    for (const [reportableType, reportableId] of [
      ['post', postId],
      ['stop', stop.id],
      ['account', author.accountId],
    ] as const)
      await expect
        .poll(() => reporter.api.fileReport({ body: { reportableType, reportableId, reason: 'other' } }).then(({ state }) => state, String), soon)
        .toBe('open');
    const found = await caseOnce(caseId, { openReportsCount: 2 });
    expect(found).toEqual({
      id: caseId,
      reportableType: 'itinerary',
      reportableId: itineraryId,
      authorId: author.accountId,
      itineraryId,
      state: 'open',
      reportsCount: 2,
      reportsByReason: { spam: 1, offensive: 0, dangerous: 1, copyright: 0, other: 0 },
      openReportsCount: 2,
      openReportsByReason: { spam: 1, offensive: 0, dangerous: 1, copyright: 0, other: 0 },
      openReasons: ['spam', 'dangerous'],
      firstReportedAt: before.firstReportedAt,
      lastReportedAt: expect.any(String),
      assigneeId: null,
      assignedUntil: null,
      decisionsCount: 0,
      outcome: null,
      note: null,
      moderatorId: null,
      decidedAt: null,
      version: 0,
    });
    await caseOnce(caseIdOf('post', postId), { authorId: author.accountId, itineraryId });
    await caseOnce(caseIdOf('stop', stop.id), { authorId: author.accountId, itineraryId });
    await caseOnce(caseIdOf('account', author.accountId), { authorId: author.accountId, itineraryId: null });
    const all = await first.api.listCases({ query: { filter: JSON.stringify({ authorId: author.accountId }) } });
    expect(all.items.map(({ openReportsCount }) => openReportsCount)).toEqual([2, 1, 1, 1]);
    expect(all.items[0]).toEqual(found);
    const dangerous = await first.api.listCases({ query: { filter: JSON.stringify({ openReasons: { has: 'dangerous' }, state: 'open' }) } });
    expect(dangerous.items).toEqual([found]);
    expect((await first.api.listCases({ query: { filter: '{"state":"open"}', limit: 1 } })).total).toBe(4);
  });

  test('loses the report of a deleted reporter, and loses its outcome and note when the reported account is deleted', async () => {
    const { reporter, first } = people();
    const { itineraryId, caseId } = await story();
    const [carol, dan] = [product.person('carol'), product.person('dan')];
    for (const { api } of [carol, dan]) await api.createAccount({});
    await reportStory(reporter, itineraryId);
    await reportStory(carol, itineraryId, 'copyright');
    await caseOnce(caseId, { openReportsCount: 2 });
    await carol.api.deleteAccount({ params: { id: carol.accountId } });
    await caseOnce(caseId, { reportsCount: 1, openReportsCount: 1, openReasons: ['spam'] });
    await reporter.api.fileReport({ body: { reportableType: 'account', reportableId: dan.accountId, reason: 'other' } });
    const id = caseIdOf('account', dan.accountId);
    await caseOnce(id, { state: 'open' });
    await first.api.decideCase({ params: { id }, body: { outcome: 'suspended', note: 'Dan sells watches.' } });
    await dan.api.deleteAccount({ params: { id: dan.accountId } });
    await caseOnce(id, { state: 'closed', reportsCount: 0, outcome: null, note: null, decisionsCount: 1 });
    const { items } = await first.api.listCaseHistory({ params: { id } });
    expect(JSON.stringify(items)).not.toContain('watches');
    expect(items.map(({ action }) => action)).toEqual(['CaseDeleted', 'CaseDecided']);
  });
});

describe('case of two moderators', () => {
  test('is assigned to one of them until the assignment expires; the other gets 409 case/taken', async () => {
    const { reporter, first, second, admin } = people();
    const { itineraryId, caseId: id } = await story();
    const params = { id };
    await reportStory(reporter, itineraryId);
    await caseOnce(id, { state: 'open' });
    const mine = await first.api.assignCase({ params });
    expect(mine).toMatchObject({ assigneeId: first.accountId, openReportsCount: 1, version: 1 });
    expect(Date.parse(mine.assignedUntil ?? '') - Date.now()).toBeGreaterThan(14 * 60_000);
    const taken = { code: 'case/taken', status: 409, data: { moderatorId: first.accountId, until: mine.assignedUntil } };
    expect(await refusal(second.api.assignCase({ params }))).toEqual(taken);
    expect(await refusal(second.api.decideCase({ params, body: { outcome: 'dismissed', note: 'Fine.' } }))).toEqual(taken);
    expect(await refusal(second.api.releaseCase({ params }))).toEqual({ code: 'case/not-yours', status: 403 });
    expect(await first.api.getCase({ params })).toEqual(mine);

    later(10);
    const renewed = await first.api.assignCase({ params });
    expect(Date.parse(renewed.assignedUntil ?? '')).toBeGreaterThan(Date.parse(mine.assignedUntil ?? ''));
    vi.useRealTimers();
    later(20);
    expect((await refusal(second.api.assignCase({ params }))).code).toBe('case/taken');
    vi.useRealTimers();
    later(26);
    expect(await second.api.assignCase({ params })).toMatchObject({ assigneeId: second.accountId, version: 3 });
    expect((await refusal(first.api.decideCase({ params, body: { outcome: 'dismissed', note: 'Fine.' } }))).code).toBe('case/taken');
    await admin.api.releaseCase({ params });
    expect(await first.api.assignCase({ params })).toMatchObject({ assigneeId: first.accountId });
    await first.api.releaseCase({ params });
    await first.api.releaseCase({ params });
    await caseOnce(id, { assigneeId: null, assignedUntil: null });
  });

  test('keeps its earlier decisions when it is reported again', async () => {
    const { reporter, first, second } = people();
    const { itineraryId, caseId: id } = await story();
    const params = { id };
    await reportStory(reporter, itineraryId);
    await reportStory(second, itineraryId, 'dangerous');
    await caseOnce(id, { openReportsCount: 2 });
    expect(await first.api.listCaseHistory({ params })).toEqual({ items: [], next: null });
    expect(await refusal(first.api.decideCase({ params, body: { outcome: 'hidden' } }))).toEqual({ code: 'case/note-missing', status: 422 });
    const decided = await first.api.decideCase({ params, body: { outcome: 'hidden', note: ' An advertisement. ' } });
    const decision = { outcome: 'hidden', note: 'An advertisement.', moderatorId: first.accountId, decisionsCount: 1 } as const;
    expect(decided).toMatchObject({ ...decision, state: 'closed', openReportsCount: 0, reportsCount: 2, firstReportedAt: null });
    await expect.poll(async () => (await reportsOf(itineraryId, { state: 'resolved' })).items, soon).toHaveLength(2);
    for (const report of (await reportsOf(itineraryId)).items)
      expect(report).toMatchObject({ note: 'An advertisement.', moderatorId: first.accountId, round: 0 });
    expect(await caseOnce(id, { state: 'closed' })).toEqual(decided);

    const again = await reportStory(reporter, itineraryId);
    expect(again).toMatchObject({ state: 'open', note: null });
    expect(again).not.toHaveProperty('round');
    const open = await caseOnce(id, { state: 'open' });
    expect(open).toMatchObject({ ...decision, openReportsCount: 1, reportsCount: 2, openReasons: ['spam'] });
    await second.api.decideCase({ params, body: { outcome: 'restored' } });
    await expect.poll(async () => (await reportsOf(itineraryId, { state: 'open' })).items, soon).toEqual([]);
    const history = await second.api.listCaseHistory({ params });
    expect(history.items.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['CaseDecided', second.accountId],
      ['CaseDecided', first.accountId],
    ]);
    const audit = await first.api.listAudit({ query: { filter: JSON.stringify({ subjectId: id }) } });
    expect(audit.items).toMatchObject([
      { action: 'CaseDecided', actorId: second.accountId, role: 'moderator', subjectType: 'case' },
      { action: 'CaseDecided', actorId: first.accountId },
    ]);
  });

  test('answers 412 to an assignment with If-Match of an outdated version', async () => {
    const { reporter, first, second } = people();
    const { itineraryId, caseId: id } = await story();
    await reportStory(reporter, itineraryId);
    const seen = await caseOnce(id, { state: 'open' });
    await second.api.decideCase({ params: { id }, body: { outcome: 'restored' } });
    const assignment = await product.send({
      method: 'PUT',
      url: `/api/cases/${id}/assignment`,
      as: first,
      headers: { 'if-match': `"${seen.version}"` },
    });
    expect([assignment.statusCode, assignment.json().code]).toEqual([412, 'request/stale']);
  });
});

describe('case decision', () => {
  test('closes all 230 open reports, and none that is filed later', { timeout: 120_000 }, async () => {
    const { reporter, first } = people();
    const { itineraryId, caseId: id } = await story();
    const crowd = Array.from({ length: 230 }, (_, index) => product.person(`crowd-${index}`));
    await Promise.all(crowd.map((one, index) => reportStory(one, itineraryId, reasons[index % reasons.length])));
    await caseOnce(id, { openReportsCount: 230 });
    await first.api.decideCase({ params: { id }, body: { outcome: 'dismissed', note: 'It is satire.' } });
    // The case closes before its reports do, so a new report belongs to the next round.
    await reportStory(reporter, itineraryId, 'copyright');
    await expect.poll(async () => (await reportsOf(itineraryId, { state: 'dismissed' })).total, soon).toBe(230);
    await caseOnce(id, { state: 'open', openReportsCount: 1, openReasons: ['copyright'], reportsCount: 231, decisionsCount: 1 });
    expect((await reportsOf(itineraryId, { state: 'open' })).items).toMatchObject([{ accountId: reporter.accountId, round: 1 }]);
    const { items } = await reportsOf(itineraryId, { state: 'dismissed' });
    expect(new Set(items.map(({ note, moderatorId }) => `${note} ${moderatorId}`))).toEqual(new Set([`It is satire. ${first.accountId}`]));
  });

  test('closes a concurrent report too; a moderator can reopen a report', async () => {
    const { reporter, first } = people();
    const { itineraryId, caseId: id } = await story();
    const filed = await reportStory(reporter, itineraryId);
    await caseOnce(id, { state: 'open' });
    await first.api.decideCase({ params: { id }, body: { outcome: 'hidden', note: 'Spam.' } });
    // A report of a concurrent request that did not see the decision, so its round is 0.
    const { events } = product.engines;
    const late = caseIdOf('post', itineraryId);
    const data = { reportableType: 'itinerary', reportableId: itineraryId, reason: 'other', text: null, reportId: late, accountId: ida?.accountId };
    const event = {
      id: late,
      type: 'ReportFiled',
      schema: 2,
      data: { ...data, authorId: null, itineraryId, round: 0 },
      at: new Date().toISOString(),
    };
    await events.append(`report-${late}`, 0, [{ ...event, meta: { actorId: null, commandId: late } }]);
    await expect.poll(async () => (await reportsOf(itineraryId, { state: 'resolved' })).total, soon).toBe(2);
    await first.api.patchReport({ params: { id: filed.id }, body: { state: 'open' } });
    await caseOnce(id, { state: 'open', openReportsCount: 1 });
    expect((await reportsOf(itineraryId, { state: 'open' })).items).toMatchObject([{ id: filed.id, round: 1, note: 'Spam.' }]);
  });

  test('repeated under its idempotency key is stored once', async () => {
    const { reporter, first } = people();
    const { itineraryId, caseId: id } = await story();
    await reportStory(reporter, itineraryId);
    await caseOnce(id, { state: 'open' });
    const decide = () => first.api.decideCase({ params: { id }, body: { outcome: 'hidden', note: 'Spam.' }, idempotencyKey: `decide-${id}` });
    const once = await decide();
    expect(await decide()).toEqual(once);
    expect((await caseOnce(id, { state: 'closed' })).decisionsCount).toBe(1);
  });
});

test('Case routes answer 403 to other roles, 404 for unknown cases and 400 for invalid bodies', async () => {
  const { reporter, first } = people();
  const { itineraryId, caseId } = await story();
  await reportStory(reporter, itineraryId);
  await caseOnce(caseId, { state: 'open' });
  const unknown = { params: { id: itineraryId } };
  const body = { outcome: 'hidden', note: 'Spam.' } as const;
  const { getCase, assignCase, releaseCase, decideCase } = first.api;
  for (const work of [() => getCase(unknown), () => assignCase(unknown), () => releaseCase(unknown), () => decideCase({ ...unknown, body })])
    expect(await refusal(work())).toEqual({ code: 'case/unknown', status: 404 });
  expect((await refusal(first.api.listCaseHistory(unknown))).status).toBe(404);
  for (const wrong of [
    {},
    { outcome: 'ignored' },
    { outcome: 'hidden', note: ' ' },
    { outcome: 'hidden', note: 'x'.repeat(1_001) },
    { ...body, moderatorId: reporter.accountId },
  ]) {
    const answer = await product.send({ method: 'POST', url: `/api/cases/${caseId}/decision`, payload: wrong, as: first });
    expect([wrong, answer.statusCode, answer.json().errors?.[0].path]).toEqual([
      wrong,
      400,
      expect.stringMatching(/^body\.(outcome|note|moderatorId)$/),
    ]);
  }
  expect((await refusal(reporter.api.listCases({}))).status).toBe(403);
  expect((await refusal(reporter.api.decideCase({ params: { id: caseId }, body }))).status).toBe(403);
});
