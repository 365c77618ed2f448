import type { Adapters } from '../adapters.ts';
import type { EngineQuestion } from '../outages.ts';

/** Health checks of engines, by the names in their errors. */
export function engineQuestions({ pool, events, bus, projections, search, workflows, blobs }: Adapters): Readonly<Record<string, EngineQuestion>> {
  return {
    ...(pool && { postgres: () => pool.query('select 1') }),
    EventStoreDB: events.head,
    kafka: bus.heads,
    MongoDB: projections.activeVersions,
    Elasticsearch: search.activeBuilds,
    temporal: () => workflows.status('none'),
    blobs: () => blobs.info('none'),
  };
}
