import { hiddenRoute } from '@waystory/infra/hidden-route.ts';
import type { Log } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Path for CSP reports of browsers. */
export const reportsPath = '/csp-reports';

/** Limit of a request body, bytes; one body may contain several reports. */
const bodyLimit = 32 * 1024;
/** Reports per minute and caller; a page with forty blocked pictures sends forty. */
const perMinute = 60;
/** Most reports that are read from one body. */
const mostTogether = 20;
/** Lifetime of the set of logged pairs of origin and directive, milliseconds, and its largest size. */
const [pauseMs, mostHosts] = [3_600_000, 50];

const types = ['application/csp-report', 'application/reports+json', 'application/json'];
const word = z.string().max(4_000);
/** Formats of CSP reports: `report-uri`, and the Reporting API. */
const single = z.object({
  'csp-report': z.object({ 'blocked-uri': word, 'effective-directive': word.optional(), 'violated-directive': word.optional() }),
});
const several = z.array(z.unknown());
const listed = z.object({ type: z.literal('csp-violation'), body: z.object({ blockedURL: word, effectiveDirective: word }) });

/** Origin of a request that the CSP blocked. */
export interface BlockedOrigin {
  origin: string;
  /** Violated CSP directive, for example `img-src`. */
  directive: string;
}

/** Accepts http and websocket URLs only, because browser extensions and inline scripts are no external services. */
function blockedOf(address: string, directive: string): BlockedOrigin[] {
  const url = URL.parse(address);
  const [kind = ''] = directive.split(' ');
  return url && /^(https?|wss?):$/.test(url.protocol) && /^[a-z-]{3,30}$/.test(kind) ? [{ origin: url.origin, directive: kind }] : [];
}

/** Blocked origins with their directives. The URL of the page may be private, so it is dropped. */
export function blockedOriginsIn(report: unknown): BlockedOrigin[] {
  const one = single.safeParse(report).data?.['csp-report'];
  if (one) return blockedOf(one['blocked-uri'], one['effective-directive'] ?? one['violated-directive'] ?? '');
  const all = several.safeParse(report).data ?? [];
  return all.slice(0, mostTogether).flatMap((each) => {
    const body = listed.safeParse(each).data?.body;
    return body ? blockedOf(body.blockedURL, body.effectiveDirective) : [];
  });
}

/** Logs each pair of origin and directive once an hour, and at most 50 pairs an hour, because anybody can send reports. */
export function createReportLog(log: Pick<Log, 'warn'>, now: () => number = Date.now): (blocked: BlockedOrigin) => void {
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

/** Mounts the report route, unless another role of the process has mounted it. */
export async function mountPolicyReports(app: FastifyInstance, log: Pick<Log, 'warn'>): Promise<void> {
  if (app.hasRoute({ method: 'POST', url: reportsPath })) return;
  const note = createReportLog(log);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, scope.getDefaultJsonParser('error', 'error'));
    scope.post(reportsPath, { ...hiddenRoute, bodyLimit, config: { counted: { as: 'write', perMinute } } }, async ({ body }, reply) => {
      for (const blocked of blockedOriginsIn(body)) note(blocked);
      return reply.code(204).send();
    });
  });
}
