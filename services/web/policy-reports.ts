import { hidden } from '@waystory/infra/hidden-route.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Where browsers say what the policy of a page kept them from. */
export const reportsPath = '/csp-reports';

/** Longest report, bytes; several may come together. */
const bodyLimit = 32 * 1024;
/** Reports a minute of one caller; a page with forty pictures of one service sends as many. */
const perMinute = 60;
/** Reports that are looked at of those that come together. */
const mostTogether = 20;
/** Pause between two lines about the same host, milliseconds, and hosts that are told of in that time. */
const [pauseMs, mostHosts] = [3_600_000, 50];

const types = ['application/csp-report', 'application/reports+json', 'application/json'];
const word = z.string().max(4_000);
/** The form that browsers send to `report-uri`, and that of the Reporting API. */
const single = z.object({
  'csp-report': z.object({ 'blocked-uri': word, 'effective-directive': word.optional(), 'violated-directive': word.optional() }),
});
const several = z.array(z.unknown());
const listed = z.object({ type: z.literal('csp-violation'), body: z.object({ blockedURL: word, effectiveDirective: word }) });

/** Something that a page was kept from. */
export interface Blocked {
  origin: string;
  /** Directive that blocked it: `img-src`. */
  directive: string;
}

/** Addresses of the web alone: extensions of a browser and inline scripts are no services. */
function blockedOf(address: string, directive: string): Blocked[] {
  const url = URL.parse(address);
  const [kind = ''] = directive.split(' ');
  return url && /^(https?|wss?):$/.test(url.protocol) && /^[a-z-]{3,30}$/.test(kind) ? [{ origin: url.origin, directive: kind }] : [];
}

/** The part of a report that is kept; the page's address is left out, for it may be private. */
export function blockedIn(report: unknown): Blocked[] {
  const one = single.safeParse(report).data?.['csp-report'];
  if (one) return blockedOf(one['blocked-uri'], one['effective-directive'] ?? one['violated-directive'] ?? '');
  const all = several.safeParse(report).data ?? [];
  return all.slice(0, mostTogether).flatMap((each) => {
    const body = listed.safeParse(each).data?.body;
    return body ? blockedOf(body.blockedURL, body.effectiveDirective) : [];
  });
}

/** Logs each host and directive once an hour, and no more hosts than a page may know: anybody can send reports. */
export function createReportLog(log: Pick<Log, 'warn'>, now: () => number = Date.now): (blocked: Blocked) => void {
  let told = new Set<string>();
  let since = now();
  return ({ origin, directive }) => {
    if (now() - since >= pauseMs) [told, since] = [new Set(), now()];
    const key = `${directive} ${origin}`;
    if (told.has(key) || told.size >= mostHosts) return;
    told.add(key);
    const remedy = directive === 'img-src' ? ' If pictures of stories are there, add it to PICTURE_ORIGINS.' : '';
    log.warn({ origin, directive }, `Browsers were kept from an origin that the policy of pages does not name.${remedy}`);
  };
}

/** Takes reports of browsers. Roles that a process plays may both ask for it. */
export async function takePolicyReports(app: FastifyInstance, log: Pick<Log, 'warn'>): Promise<void> {
  if (app.hasRoute({ method: 'POST', url: reportsPath })) return;
  const note = createReportLog(log);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, scope.getDefaultJsonParser('error', 'error'));
    scope.post(reportsPath, { ...hidden, bodyLimit, config: { counted: { as: 'write', perMinute } } }, async ({ body }, reply) => {
      for (const blocked of blockedIn(body)) note(blocked);
      return reply.code(204).send();
    });
  });
}
