import { id, line } from '../../kit/field.ts';
import { tools } from '../tools/registry.ts';
import { type ArgsOf, defineTool, type ResultOf, type Tool, unsaid } from '../tools/tool.ts';
import { getPlace } from './get-place.ts';
import { getStory } from './get-story.ts';
import { near } from './near.ts';
import { search } from './search.ts';

/** There is no conversation here that remembers what was looked up: both ids of a candidate come along. */
const addStopByIds = defineTool({
  ...tools.add_stop,
  description:
    'Add a stop at the end of a day. Its place is one that lookup_location answered, with both ids that it answered, or one that another tool named: never make an id up. Refused when it is far from the other stops of the day; then look the place up again, nearer to them.',
  args: tools.add_stop.args.extend({
    placeId: id.describe('As lookup_location or another tool answered it'),
    mapboxId: unsaid(line(200)).describe('As lookup_location answered it beside the placeId; left out where it was null'),
  }),
});

/** What a planner reads, beside `lookup_location`. */
export const readTools = { search, get_story: getStory, get_place: getPlace, near } as const;
export type ReadToolName = keyof typeof readTools;

const { create_itinerary, update_itinerary, add_day, update_stop, remove_stop, lookup_location, optimize_route } = tools;

/** All that other assistants may call. What brings in the web is not: they have that themselves. */
export const offeredTools = {
  ...readTools,
  lookup_location,
  create_itinerary,
  update_itinerary,
  add_day,
  add_stop: addStopByIds,
  update_stop,
  remove_stop,
  optimize_route,
} as const satisfies Record<string, Tool>;
export type OfferedToolName = keyof typeof offeredTools;

export const offeredToolNames = Object.keys(offeredTools) as OfferedToolName[]; // keys of a literal

export const isReadTool = (name: string): name is ReadToolName => Object.hasOwn(readTools, name);

export type ReadArgs<N extends ReadToolName> = ArgsOf<(typeof readTools)[N]>;
export type ReadResult<N extends ReadToolName> = ResultOf<(typeof readTools)[N]>;
