import { findPackageJSON } from 'node:module';

/** Per engine: the setting with the value that chooses it, the setting with its address, and the package of its client. */
export const chosenEngines = [
  ['EVENT_STORE', 'eventstoredb', 'EVENTSTORE_URL', '@eventstore/db-client'],
  ['BUS', 'kafka', 'KAFKA_BROKERS', 'kafkajs'],
  ['PROJECTIONS', 'mongodb', 'MONGODB_URL', 'mongodb'],
  ['SEARCH', 'elasticsearch', 'ELASTICSEARCH_URL', '@elastic/elasticsearch'],
  ['WORKFLOWS', 'temporal', 'TEMPORAL_ADDRESS', '@temporalio/worker'],
  ['BLOBS', 'azure', 'AZURE_STORAGE_URL', '@azure/storage-blob'],
] as const;

type Choices = Partial<Record<(typeof chosenEngines)[number][0] | 'OTEL_EXPORTER_OTLP_ENDPOINT', string>>;

/**
 * Message with remedy, in one line, for the first chosen engine whose client package is missing, because `npm install` omits it. Null when none is
 * missing.
 */
export function missingClientMessage(values: Choices, isThere = isInstalled): string | null {
  const chosen = [
    ...chosenEngines
      .filter(([setting, value]) => values[setting] === value)
      .map(([setting, value, , name]) => [`${setting}=${value}`, name] as const),
    ...(values.OTEL_EXPORTER_OTLP_ENDPOINT ? [['OTEL_EXPORTER_OTLP_ENDPOINT', '@opentelemetry/sdk-trace'] as const] : []),
  ];
  const missing = chosen.find(([, name]) => !isThere(name));
  return missing ? `${missing[0]}: needs ${missing[1]}, which is not installed. Run: npm run install:engines` : null;
}

function isInstalled(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
