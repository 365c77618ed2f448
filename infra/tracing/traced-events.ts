import type { Attributes } from './attributes.ts';
import type { Span, SpanContext, Tracing } from './port.ts';
import { spanContextOf } from './trace-context.ts';

/** An event that came over the bus. */
export interface Delivered {
  event: { type: string; at: string; meta: { traceId?: string; spanId?: string } };
}

/** After so long a trace is over, milliseconds: who reads the log from its beginning does not add to those of years. */
const traceLife = 3_600_000;

/** What a span that handles an event hangs below; undefined for an event of a trace that is not recorded, or over. */
function parentOf({ event }: Delivered): SpanContext | undefined {
  const parent = spanContextOf(event.meta);
  return parent && Date.now() - Date.parse(event.at) < traceLife ? parent : undefined;
}

/** For a line of the log that is about an event. */
export const logTrace = (record: Delivered | undefined): { traceId?: string } => {
  const traceId = record?.event.meta.traceId;
  return traceId ? { traceId } : {};
};

/** The recorded of some events by the command that they are of. */
function byCommand<R extends Delivered>(records: readonly R[]): [SpanContext, R, number][] {
  const found = new Map<string, [SpanContext, R, number]>();
  for (const record of records) {
    const parent = parentOf(record);
    if (!parent) continue;
    const known = found.get(parent.spanId);
    if (known) known[2] += 1;
    else found.set(parent.spanId, [parent, record, 1]);
  }
  return [...found.values()];
}

/**
 * Handles events in one go, with a span below each recorded command that some of them are of: commands come together by chance, and the trace of each is
 * whole by itself. What is done meanwhile belongs to the first. Without any it costs a look at each.
 * @param describe what is said of the events of a command, by the first of them
 */
export async function handleTraced<R extends Delivered, T>(
  tracing: Tracing,
  records: readonly R[],
  describe: (record: R) => { name: string; attributes: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing.isOn) return work();
  const spans = byCommand(records).map(([parent, record, count]): Span => {
    const { name, attributes } = describe(record);
    const events = { 'waystory.event.type': record.event.type, 'waystory.events': count };
    return tracing.start(name, parent, { kind: 'consumer', attributes: { ...events, ...attributes } });
  });
  return withinAll(tracing, spans, work);
}

/** Does work that some spans are of, and ends them with it; what it does belongs to the first. */
export async function withinAll<T>(tracing: Tracing, spans: readonly Span[], work: () => Promise<T>): Promise<T> {
  const [first] = spans;
  try {
    const result = await (first ? tracing.within(first, work) : work());
    for (const span of spans) span.end();
    return result;
  } catch (error) {
    for (const span of spans) span.end(error);
    throw error;
  }
}
