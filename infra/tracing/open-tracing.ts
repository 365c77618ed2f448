import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { noTracing, type Tracing } from './port.ts';

type TracingSettings = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'>;

/**
 * Opens tracing to the configured receiver; without a receiver, the SDK is not loaded.
 * @param roles Roles of this process, which are part of its service name unless it has all roles.
 */
export async function openTracing(
  config: TracingSettings,
  roles: readonly string[],
  allRoles: readonly string[],
  log: Pick<Log, 'warn'>,
): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '', OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (!endpoint) return noTracing;
  const { openTelemetry } = await import('./opentelemetry.ts');
  const isWhole = allRoles.every((role) => roles.includes(role));
  const serviceName = config.OTEL_SERVICE_NAME ?? ['waystory', ...(isWhole ? [] : roles)].join('-');
  return openTelemetry({ endpoint, headers: headersIn(headers), serviceName, ratio }, log);
}

/** Parses OpenTelemetry's header variable; values may be percent-encoded. */
function headersIn(list: string): Record<string, string> {
  const pairs = list.split(',').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]));
}
