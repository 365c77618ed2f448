import { z } from 'zod';
import { instant, numberInQuery, whole } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

const traffic = z.object({ reads: z.int(), writes: z.int(), failures: z.int().describe('Answers of 500 and above') });

/** A process of the product at its last heartbeat. */
export const runningProcess = z.object({
  id: z.string().describe('New with every start'),
  host: z.string(),
  pid: z.int(),
  release: z.string(),
  contexts: z.array(z.string()),
  roles: z.array(z.string()),
  state: z.enum(['up', 'away']).describe('away: it has said nothing for longer than it should, and did not stop in an orderly way'),
  startedAt: instant,
  toldAt: instant,
  memory: z.int().describe('Resident memory, bytes'),
  eventLoop: z.number().describe('Part of the time that its event loop has work, 0 to 1'),
  lastMinute: traffic.describe('What was asked of its API in the last whole minute'),
});
export type RunningProcess = z.output<typeof runningProcess>;

/** Engines of the product. */
export const enginePort = z.enum(['events', 'bus', 'projections', 'search', 'workflows', 'blobs', 'identity', 'payments', 'model']);
export type EnginePort = z.output<typeof enginePort>;

export const engine = z.object({
  port: enginePort,
  name: z.string().describe('Which engine was chosen'),
  state: z.enum(['up', 'away', 'none']).describe('none: there is nothing of the kind, or it is part of the product itself'),
  latency: z.number().nullable().describe('Milliseconds that a cheap question took'),
  cause: z.string().nullable().describe('Code of why it is away'),
});
export type Engine = z.output<typeof engine>;

/** Counts of one day, UTC. */
export const dailyFigures = z.object({
  id: z.iso.date(),
  accounts: z.int().describe('That began'),
  stories: z.int().describe('That were begun'),
  creditsSold: z.int(),
  creditsUsed: z.int(),
});
export type DailyFigures = z.output<typeof dailyFigures>;

export const systemStatistics = z.object({
  openReports: z.int(),
  unpaidOrders: z.int().describe('Orders that wait for their money'),
  unfulfilledOrders: z.int().describe('Orders that were paid, and whose credits have not come'),
  minutes: z
    .array(traffic.extend({ at: instant }))
    .describe('What was asked of the API of all processes in each minute of the last hour, the oldest first'),
  days: z.array(dailyFigures).describe('The oldest first, the last one is today'),
});
export type SystemStatistics = z.output<typeof systemStatistics>;

const mostDays = 366;
const days = numberInQuery(whole.min(1, 'At least 1').max(mostDays, `At most ${mostDays}`)).default(30);

export const systemRoutes = defineRoutes({
  listProcesses: route.get('/processes', 'Processes of the product that run, and those that went away without a word', 'system.read', {
    reply: z.object({ items: z.array(runningProcess) }),
  }),
  listEngines: route.get('/engines', 'Engines that the product stands on, and whether they answer', 'system.read', {
    reply: z.object({ items: z.array(engine) }),
  }),
  getFigures: route.get('/figures', 'What goes on now and what happened on the last days', 'system.read', {
    query: z.strictObject({ days }),
    reply: systemStatistics,
  }),
});
