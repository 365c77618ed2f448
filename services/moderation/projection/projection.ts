import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type ProjectionEvent, projectionEvents } from '@waystory/proto/operations/projection.ts';

/** Whoever gives it has made sure that nothing is made beside this build. */
export type ProjectionCommand = { type: 'RequestRebuild'; build: number };

/** Build that was to be replaced last; null when nobody ever asked. */
type Requested = number | null;

/** Of two who ask at once for the same, the second adds nothing. */
const decide = ({ build }: ProjectionCommand, requested: Requested): ProjectionEvent[] =>
  build === requested ? [] : [{ type: 'ProjectionRebuildRequested', data: { build } }];

/** One stream per read model, by its name. */
export const projectionStream: Stream<ProjectionCommand, Requested, ProjectionEvent> = {
  category: 'projection',
  stateVersion: 1,
  events: projectionEvents,
  decider: { initial: null, decide, evolve: (_, { data }) => data.build },
};
