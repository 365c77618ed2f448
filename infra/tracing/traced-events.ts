import type { Attributes } from './attributes.ts';
import type { Span, SpanContext, SpanKind, Tracing } from './port.ts';
import { spanContextOf } from './trace-context.ts';

/** An event on its way, and the span of the delivery where that is recorded. */
export interface Delivered {
  event: { type: string; at: string; meta: { traceId?: string; spanId?: string } };
  span?: SpanContext;
}

/** After so long a trace is over, milliseconds: who reads the log from its beginning does not add to those of years. */
const traceLife = 3_600_000;

/** What a span that handles an event hangs below; undefined for an event of a trace that is not recorded, or over. */
function parentOf({ event, span }: Delivered): SpanContext | undefined {
  const parent = span ?? spanContextOf(event.meta);
  return parent && Date.now() - Date.parse(event.at) < traceLife ? parent : undefined;
}

/** For a line of the log that is about an event. */
export const logTrace = (record: Delivered | undefined): { traceId?: string } => {
  const traceId = record?.event.meta.traceId;
  return traceId ? { traceId } : {};
};

/**
 * Handles events in one go, with a span in the trace of each that is recorded: they come together by chance, and each trace is whole by itself. What is
 * done meanwhile belongs to the first. Without any it costs a look at each.
 * @param begin begins the span of an event; its name and what it says of it
 */
export async function handleTraced<R extends Delivered, T>(
  tracing: Tracing,
  records: readonly R[],
  begin: (record: R) => { name: string; kind?: SpanKind; attributes: Attributes },
  work: (spans: ReadonlyMap<R, Span>) => Promise<T>,
): Promise<T> {
  const spans = new Map<R, Span>();
  if (tracing.isOn)
    for (const record of records) {
      const parent = parentOf(record);
      if (!parent) continue;
      const { name, kind = 'consumer', attributes } = begin(record);
      spans.set(record, tracing.start(name, parent, { kind, attributes: { 'waystory.event.type': record.event.type, ...attributes } }));
    }
  const [first] = spans.values();
  if (!first) return work(spans);
  const end = (error?: unknown): void => {
    for (const span of spans.values()) span.end(error);
  };
  try {
    const result = await tracing.within(first, () => work(spans));
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}
