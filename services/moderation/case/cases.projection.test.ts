import { anyProjection } from '@waystory/infra/host/service.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { reportReason } from '@waystory/proto/operations/report.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { caseIdOf } from './case.ts';
import { casesProjection } from './cases.projection.ts';

const projection = anyProjection(casesProjection);
const thing = { reportableType: 'itinerary', reportableId: 'story' } as const;
const caseId = caseIdOf('itinerary', 'story');
const ofCase = (type: string, data: object = {}): Step => ({ stream: `case-${caseId}`, type, data: { ...data } });
const decided = (number: number, note = 'Spam.'): Step => ofCase('CaseDecided', { ...thing, number, outcome: 'hidden', note, moderatorId: 'mod' });
const assigned = ofCase('CaseAssigned', { ...thing, moderatorId: 'mod', until: '2026-11-26T12:00:00.000Z' });

const ofReport = (id: string, type: string, data: object = {}, schema = 1): Step => ({ stream: `report-${id}`, type, data: { ...data }, schema });
const filed = (id: string, round = 0, reason = 'spam'): Step => {
  const report = { ...thing, reason, text: null, reportId: id, accountId: `reporter-${id}` };
  return ofReport(id, 'ReportFiled', { ...report, authorId: 'author', itineraryId: 'story', round }, 2);
};
const judged = { note: null, moderatorId: 'mod' };
const resolved = (id: string): Step => ofReport(id, 'ReportResolved', judged);
const reopened = (id: string, round: number): Step => ofReport(id, 'ReportReopened', { ...judged, round }, 2);
const withdrawn = (id: string): Step => ofReport(id, 'ReportWithdrawn');

/** Spaces events one minute apart, so that their order shows in their times. */
beforeEach(() => {
  let minute = 0;
  vi.spyOn(Date.prototype, 'toISOString').mockImplementation(
    () => `2026-11-26T${`${Math.floor(++minute / 60)}`.padStart(2, '0')}:${`${minute % 60}`.padStart(2, '0')}:00.000Z`,
  );
});
afterEach(() => void vi.restoreAllMocks());

const after = (...steps: Step[]): ReportedCase => {
  const { doc } = foldBatches([onePartition(recordedEvents(steps))], createMemoryDocuments(), projection).get('cases', caseId);
  return doc as unknown as ReportedCase; // as: the projection wrote it
};

/** Random events of a report: filed, closed, reopened in the same or a later round, and possibly withdrawn. */
const life = (id: string): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(...reportReason.options), fc.nat({ max: 3 })), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([times, isWithdrawn]) => {
      let round = 0;
      const steps = times.flatMap(([later, reason, kind], index): Step[] => {
        round += later;
        if (index === 0) return [filed(id, round, reason)];
        if (kind === 0) return [resolved(id), reopened(id, round)];
        if (kind === 1) return [ofReport(id, 'ReportDismissed', judged)];
        // A report repeated after a decision may still be open.
        return kind === 2 ? [filed(id, round, reason)] : [resolved(id), filed(id, round, reason)];
      });
      return isWithdrawn ? [...steps, withdrawn(id)] : steps;
    });

/** Random events of a case, in stream order. */
const work: fc.Arbitrary<Step[]> = fc.array(fc.constantFrom('assigned', 'released', 'decided', 'deleted'), { maxLength: 6 }).map((moves) => {
  let number = 0;
  // The first event must hold the target, as in every case stream.
  return ['assigned', ...moves].map((move) => {
    if (move === 'decided') return decided(++number, `Note ${number}`);
    return move === 'assigned' ? assigned : ofCase(move === 'released' ? 'CaseReleased' : 'CaseDeleted');
  });
});

describe('cases projection', () => {
  test('yields the same case for shuffled report and decision streams with a tenth repeated', () => {
    expectSameInAnyOrder(projection, fc.tuple(...['r1', 'r2', 'r3', 'r4'].map(life), work), 400);
  });

  test('counts reports, open reports and their reasons', () => {
    const steps = [filed('r1'), filed('r2', 0, 'dangerous'), filed('r3', 0, 'dangerous')];
    expect(after(...steps)).toMatchObject({
      ...thing,
      id: caseId,
      authorId: 'author',
      itineraryId: 'story',
      state: 'open',
      reportsCount: 3,
      openReportsCount: 3,
      openReportsByReason: { spam: 1, offensive: 0, dangerous: 2, copyright: 0, other: 0 },
      openReasons: ['spam', 'dangerous'],
      version: 0,
    });
    expect(after(...steps, resolved('r1'))).toMatchObject({
      openReportsCount: 2,
      openReasons: ['dangerous'],
      reportsByReason: { spam: 1, dangerous: 2 },
    });
    expect(after(...steps, withdrawn('r2'))).toMatchObject({ reportsCount: 2, openReportsCount: 2, reportsByReason: { spam: 1, dangerous: 1 } });
    const gone = after(...steps, ...['r1', 'r2', 'r3'].map(withdrawn));
    expect(gone).toMatchObject({ state: 'closed', reportsCount: 0, openReportsCount: 0, openReasons: [] });
  });

  test('closes a case at its decision, even while one of its reports is open', () => {
    const closed = after(filed('r1'), filed('r2'), decided(1), resolved('r1'));
    expect(closed).toMatchObject({
      state: 'closed',
      reportsCount: 2,
      openReportsCount: 0,
      firstReportedAt: null,
      decisionsCount: 1,
      outcome: 'hidden',
      note: 'Spam.',
    });
    expect(closed.decidedAt).not.toBeNull();
  });

  test('opens a case by a report after the decision, and counts only that report', () => {
    const [first, , again] = [after(filed('r1')), after(filed('r1'), decided(1)), after(filed('r1'), decided(1), filed('r2', 1), resolved('r1'))];
    expect(again).toMatchObject({ state: 'open', openReportsCount: 1, reportsCount: 2, decisionsCount: 1, note: 'Spam.' });
    expect(again.firstReportedAt).toBe(again.lastReportedAt);
    expect(first.firstReportedAt).toBe(first.lastReportedAt);
    expect(after(filed('r1'), decided(1), resolved('r1'), reopened('r1', 1))).toMatchObject({ state: 'open', openReportsCount: 1, reportsCount: 1 });
  });

  test('counts reports of schema 1, which hold no author', () => {
    const { authorId: _, itineraryId: __, round: ___, ...old } = filed('r1').data;
    expect(after(ofReport('r1', 'ReportFiled', old))).toMatchObject({ state: 'open', openReportsCount: 1, authorId: null, decisionsCount: 0 });
  });

  test('stores 10,000 reports in at most 20 more characters than one report', () => {
    const many = after(...Array.from({ length: 10_000 }, (_, index) => filed(`r${index}`)));
    expect(many.openReportsCount).toBe(10_000);
    expect(JSON.stringify(many).length).toBeLessThan(JSON.stringify(after(filed('r1'))).length + 20);
  });
});
