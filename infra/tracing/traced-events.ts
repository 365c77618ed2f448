import { type Attributes, type Span, type SpanContext, spanContextOf, type Tracing } from './port.ts';

/** The fields of a bus record that tracing reads. */
export interface TracedRecord {
  event: { type: string; at: string; meta: { traceId?: string; spanId?: string } };
}

/** Age at which a trace is over, milliseconds, so that a replay adds no spans to old traces. */
const traceLife = 3_600_000;

/** Parent span for handling an event; undefined when its trace is not recorded or over. */
function parentOf({ event }: TracedRecord): SpanContext | undefined {
  const parent = spanContextOf(event.meta);
  return parent && Date.now() - Date.parse(event.at) < traceLife ? parent : undefined;
}

/** Trace id for a log line about an event. */
export const traceIdForLog = (record: TracedRecord | undefined): { traceId?: string } => {
  const traceId = record?.event.meta.traceId;
  return traceId ? { traceId } : {};
};

/** First event and number of events per recorded command, with the command's span. */
function byCommand<R extends TracedRecord>(records: readonly R[]): [SpanContext, R, number][] {
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
 * Handles a batch with a span below each recorded command. A batch may mix commands, and each trace must be complete. Calls inside belong to the
 * first span. Without recorded commands the cost is one check per event.
 * @param describe Name and attributes of the span below a command, by the command's first event.
 */
export async function handleTraced<R extends TracedRecord, T>(
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
  return runInSpans(tracing, spans, work);
}

/** Runs work inside several spans, which end with the work; calls inside belong to the first span. */
export async function runInSpans<T>(tracing: Tracing, spans: readonly Span[], work: () => Promise<T>): Promise<T> {
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
