import type { Stream } from '@waystory/infra/commands/decider.ts';
import { type ProjectionEvent, projectionEvents } from '@waystory/proto/operations/projection.ts';

/** The route has checked that no other rebuild runs. */
export type ProjectionCommand = { type: 'RequestRebuild'; build: number };

/** Build of the last request; null without one. */
type Requested = number | null;

/** A concurrent request for the same build adds nothing. */
const decide = ({ build }: ProjectionCommand, requested: Requested): ProjectionEvent[] =>
  build === requested ? [] : [{ type: 'ProjectionRebuildRequested', data: { build } }];

/** One stream per read model, with its name. */
export const projectionStream: Stream<ProjectionCommand, Requested, ProjectionEvent> = {
  category: 'projection',
  stateVersion: 1,
  events: projectionEvents,
  decider: { initial: null, decide, evolve: (_, { data }) => data.build },
};
