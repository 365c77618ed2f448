import type { SupervisedProcess } from './supervised-process.ts';

const answerWithinMs = 2_000;

/** State that a process reports. */
interface ProcessState {
  name: string;
  pid: number | undefined;
  port: number;
  restarts: number;
  health: 'ready' | 'starting' | 'stopping' | 'down';
  /** Memory in use, MiB. */
  memory: number | undefined;
  /** Largest projection lag, in events and in seconds of the oldest event; only in processes with projections. */
  lag: { events: number; seconds: number } | undefined;
}

/** Reads readiness and metrics of a process. */
export async function processStateOf({ name, port, metricsPort, pid, restarts }: SupervisedProcess): Promise<ProcessState> {
  const [ready, metrics] = await Promise.all([ask(port, '/readyz'), ask(metricsPort, '/metrics')]);
  const health = ready?.ok ? 'ready' : ready ? 'stopping' : pid() ? 'starting' : 'down';
  const values = metrics?.ok ? metricValuesOf(await metrics.text()) : new Map<string, number[]>();
  const most = (metric: string): number | undefined => (values.has(metric) ? Math.max(...(values.get(metric) ?? [])) : undefined);
  const [events, seconds, bytes] = [
    most('waystory_projection_lag_events'),
    most('waystory_projection_lag_seconds'),
    most('process_resident_memory_bytes'),
  ];
  return {
    name,
    port,
    pid: pid(),
    restarts: restarts(),
    health,
    memory: bytes && Math.round(bytes / 2 ** 20),
    lag: events === undefined || seconds === undefined ? undefined : { events, seconds },
  };
}

const ask = (port: number, path: string): Promise<Response | null> =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => null);

/** Values by metric name in the Prometheus text format, with all labels merged. */
export function metricValuesOf(metrics: string): Map<string, number[]> {
  const values = new Map<string, number[]>();
  for (const line of metrics.split('\n')) {
    const [, name, value] = /^([a-zA-Z_:][\w:]*)(?:\{.*\})? (\S+)/.exec(line) ?? [];
    if (name) values.set(name, [...(values.get(name) ?? []), Number(value)]);
  }
  return values;
}

export function processTableOf(states: readonly ProcessState[]): string {
  const rows = states.map(({ name, health, pid, port, restarts, memory, lag }) => [
    name,
    health,
    String(pid ?? '-'),
    String(port),
    String(restarts),
    memory === undefined ? '-' : `${memory} MiB`,
    lag ? `${lag.events} events, ${lag.seconds.toFixed(1)} s` : '-',
  ]);
  const table = [['process', 'health', 'pid', 'port', 'restarts', 'memory', 'lag'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
