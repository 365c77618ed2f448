import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { join } from 'node:path';
import type { Engine, EngineRun } from '../engine.ts';
import { goProgram } from '../run-program.ts';

const server = goProgram(import.meta.dirname, 'temporal-server');
const namespace = 'default';

/** A real server with all its services in one process, on SQLite. */
export const temporal: Engine = {
  name: 'temporal',
  title: 'Temporal',
  version: '1.29.1',
  needs: ['go'],
  sources: server.sources,
  usualPorts: [7233],
  memoryMb: 256,
  provision: server.build,
  prepare: async ({ installed, folder, ports: [port], memoryMb }: EngineRun) => ({
    program: server.pathIn(installed),
    args: [String(memoryMb), ...commandLine(port, join(folder, 'temporal.db'))],
  }),
  probe: (port) => describeNamespace(port, namespace),
  settings: (port) => ({ WORKFLOWS: 'temporal', TEMPORAL_ADDRESS: `127.0.0.1:${port}` }),
};

/** Queue polls per second; with the default of 20, every step of a workflow waits 50 ms. */
const polls = 2_000;
/** Limit of calls per second and namespace, raised because contracts nearly reach the default. */
const calls = 100_000;

const dynamicConfig: Readonly<Record<string, number | boolean>> = {
  'history.transferProcessorMaxPollRPS': polls,
  'history.timerProcessorMaxPollRPS': polls,
  'history.visibilityProcessorMaxPollRPS': polls,
  'frontend.namespaceRPS': calls,
  'frontend.namespaceRPS.visibility': calls,
  // Disabled, because the check would contact temporal.io.
  'frontend.enableServerVersionCheck': false,
};

function commandLine(port: number, file: string): string[] {
  const listening = ['--headless', '--ip', '127.0.0.1', '--port', String(port)];
  // A database file even for data in memory, because otherwise the server would write to the home folder. Its write-ahead log keeps acknowledged
  // writes after a kill.
  const kept = ['--db-filename', file, '--sqlite-pragma', 'journal_mode=WAL', '--sqlite-pragma', 'synchronous=NORMAL'];
  const dynamic = Object.entries(dynamicConfig).flatMap(([key, value]) => ['--dynamic-config-value', `${key}=${value}`]);
  return ['server', 'start-dev', ...listening, ...kept, '--log-level', 'warn', ...dynamic];
}

const answerWithinMs = 2_000;
const method = '/temporal.api.workflowservice.v1.WorkflowService/DescribeNamespace';

/**
 * Requests a namespace by plain gRPC, because a health check need not load the Temporal client.
 * @throws Error when the namespace is unknown, or after 2 s.
 */
export async function describeNamespace(port: number, name: string): Promise<void> {
  const session = connect(`http://127.0.0.1:${port}`);
  try {
    const status = await callStatus(session, requestFor(name));
    if (status !== '0') throw new Error(`Temporal answered with status ${status}`);
  } finally {
    session.destroy();
  }
}

async function callStatus(session: ClientHttp2Session, body: Buffer): Promise<string> {
  const signal = AbortSignal.timeout(answerWithinMs);
  const call = session.request({ ':method': 'POST', ':path': method, 'content-type': 'application/grpc', te: 'trailers' }, { signal });
  const failed = Promise.withResolvers<never>();
  session.once('error', failed.reject);
  call.once('error', failed.reject);
  let status = '';
  // The status of an error without a body is in the headers, any other status in the trailers.
  for (const event of ['response', 'trailers']) {
    call.once(event, (headers: Record<string, unknown>) => {
      status = String(headers['grpc-status'] ?? status);
    });
  }
  call.end(body);
  call.resume();
  await Promise.race([once(call, 'end'), failed.promise]);
  return status;
}

/** A gRPC frame around a message with a single text in field 1. */
function requestFor(name: string): Buffer {
  const text = Buffer.from(name);
  const message = Buffer.concat([Buffer.from([0x0a, text.length]), text]);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  return Buffer.concat([frame, message]);
}
