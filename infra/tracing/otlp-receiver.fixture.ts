import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Fields of a received span. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** `service.name` of the sending process. */
  service: string;
  attributes: Readonly<Record<string, unknown>>;
  isError: boolean;
}

export interface OtlpReceiver {
  /** Value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  /** Bodies of the received requests. */
  bodies: readonly string[];
  /** Spans of one trace, or all. */
  spans(traceId?: string): ReceivedSpan[];
  stop(): Promise<void>;
}

/** The fields of OTLP's JSON that tests read. */
interface Posted {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: PostedSpan[] }[] }[];
}
interface PostedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status?: { code?: number };
}
interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

const statusError = 2;
const byKey = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A minimal receiver of traces by OTLP over HTTP with JSON. */
export async function otlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const received: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces' && request.headers['content-type'] === 'application/json';
    if (isTraces) {
      bodies.push(body);
      received.push(...spansIn(JSON.parse(body)));
    }
    response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // as: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: (traceId) => received.filter((span) => traceId === undefined || span.traceId === traceId),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const spansIn = ({ resourceSpans }: Posted): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(byKey(resource.attributes)['service.name']);
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, attributes, status }) => ({
        traceId,
        spanId,
        parentSpanId: parentSpanId || undefined,
        name,
        service,
        attributes: byKey(attributes),
        isError: status?.code === statusError,
      }));
  });

/** Spans whose parent was not received, except children of the caller's span. A complete trace has none. */
export function orphanSpansIn(spans: readonly ReceivedSpan[], callerSpanId?: string): ReceivedSpan[] {
  const known = new Set([callerSpanId, ...spans.map(({ spanId }) => spanId)]);
  return spans.filter(({ parentSpanId }) => !known.has(parentSpanId));
}
