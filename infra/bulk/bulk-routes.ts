import { type BulkFailure, type BulkFilter, type BulkReply, mostMatchesInRequest, sampleSize } from '@waystory/proto/kit/bulk.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import type { JobOperation } from '@waystory/proto/operations/job.ts';
import type { CommandContext, OrderResult } from '../commands/command-handler.ts';
import { Rejected } from '../errors.ts';
import type { AnyHandler, BoundRoutes, HandlerServices, RouteResponse } from '../http/route-handler.ts';
import { derivedId } from '../identifier.ts';
import type { Principal } from '../identity/principal.ts';
import { jobStream } from './bulk-job.ts';
import { type BulkTarget, type CommandContextOf, conditionOf, refuseEverything } from './bulk-target.ts';

/** Part of the route names after the method: `Itineraries` of patchItineraries and deleteItineraries. */
type Things<R> = keyof R extends infer K ? (K extends `patch${infer N}` | `delete${infer N}` ? N : never) : never;

/** A request to a route of `bulkRoutes`. */
interface BulkRequest {
  params?: Record<string, string>;
  query: { filter: BulkFilter; dryRun: boolean };
  body?: Record<string, unknown>;
  principal: Principal;
  newId: string;
  context: CommandContext;
}

/** The target of a request, or a function of the path's parameters. */
export type BulkTargetOrFactory = BulkTarget | ((params: Record<string, string>) => BulkTarget);

/**
 * Binds bulk routes of collections.
 * @param context Context whose workers execute calls beyond the limit of a request.
 */
export function bindBulkRoutes<R extends Record<string, Route>>(
  routes: R,
  context: string,
  targets: { [N in Things<R>]: BulkTargetOrFactory },
): BoundRoutes {
  const handlers = Object.entries<BulkTargetOrFactory>(targets).flatMap(([things, target]) => {
    const handler =
      (operation: JobOperation) =>
      (request: BulkRequest, services: HandlerServices): Promise<RouteResponse<BulkReply>> => {
        const of = typeof target === 'function' ? target(request.params ?? {}) : target;
        return answer(of, operation, context, request, services);
      };
    return [
      [`patch${things}`, handler('PATCH') as AnyHandler], // as: the route is one of `bulkRoutes`, whose requests have this type
      [`delete${things}`, handler('DELETE') as AnyHandler],
    ] as const;
  });
  return { routes, handlers: Object.fromEntries(handlers) };
}

async function answer(
  target: BulkTarget,
  operation: JobOperation,
  context: string,
  request: BulkRequest,
  services: HandlerServices,
): Promise<RouteResponse<BulkReply>> {
  const { principal, query } = request;
  const { reads } = services;
  const condition = conditionOf(target, query.filter.condition, principal);
  const docs = await reads.walk(target.collection, condition, null, mostMatchesInRequest + 1);
  const matched = docs.length > mostMatchesInRequest ? await reads.count(target.collection, condition) : docs.length;
  await refuseEverything(target, query.filter.condition, matched, reads);
  if (query.dryRun) {
    const sample = docs.slice(0, sampleSize).map((doc) => ({ id: idOf(doc), label: target.label(doc) }));
    return { body: { matched, sample } };
  }
  if (docs.length > mostMatchesInRequest) return startJob(target, operation, context, matched, request, services);
  return doNow(target, operation, docs.map(idOf), request, services);
}

// Every document has an id.
const idOf = (doc: object): string => String((doc as { id: unknown }).id);

async function doNow(
  target: BulkTarget,
  operation: JobOperation,
  ids: string[],
  { body, principal, context: { drawnId: _, ...context } }: BulkRequest,
  { commands }: HandlerServices,
): Promise<RouteResponse<BulkReply>> {
  const contextOf: CommandContextOf = (id) => ({ ...context, commandId: derivedId(context.commandId, id), requestHash: context.commandId });
  const settled = await target.apply(operation, body, { ids, actor: principal, contextOf }, commands);
  const { changed, failures, position } = tally(ids, settled);
  return { body: { matched: ids.length, changed, failed: failures }, ...(position !== null && { position }) };
}

async function startJob(
  { name }: BulkTarget,
  operation: JobOperation,
  context: string,
  matched: number,
  { query, body, principal, newId: jobId, context: command }: BulkRequest,
  { commands }: HandlerServices,
): Promise<RouteResponse<BulkReply>> {
  const plan = {
    accountId: principal.accountId,
    roles: [...principal.roles],
    context,
    collection: name,
    operation,
    filter: query.filter.text,
    changes: body && operation === 'PATCH' ? JSON.stringify(body) : null,
    matched,
  };
  const { position } = await commands.execute(jobStream, jobId, [{ type: 'StartJob', plan }], { ...command, jobId });
  return { body: { jobId }, status: 202, position };
}

export interface BulkTally {
  changed: number;
  failures: BulkFailure[];
  /** Position of the last write; null without one. */
  position: number | null;
}

/** Sums up the results of commands. */
export function tally(ids: readonly string[], settled: readonly OrderResult[]): BulkTally {
  const sum: BulkTally = { changed: 0, failures: [], position: null };
  for (const [index, one] of settled.entries()) {
    if (one instanceof Rejected) sum.failures.push({ id: ids[index] ?? '', code: one.code });
    else if (one.position !== null) {
      sum.changed += 1;
      sum.position = Math.max(sum.position ?? 0, one.position);
    }
  }
  return sum;
}
