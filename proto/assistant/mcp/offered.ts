import { id, line } from '../../kit/field.ts';
import { tools } from '../tools/registry.ts';
import { type ArgsOf, defineTool, optionalNullable, type ResultOf, type Tool } from '../tools/tool.ts';
import { getPlace } from './get-place.ts';
import { getStory } from './get-story.ts';
import { near } from './near.ts';
import { search } from './search.ts';

/** MCP has no conversation that remembers a look-up, so the call carries both ids of a candidate. */
const addStopByIds = defineTool({
  ...tools.add_stop,
  description:
    'Add a stop at the end of a day. Its place is one that lookup_location answered, with both ids that it answered, or one that another tool named: never make an id up. Refused when it is far from the other stops of the day; then look the place up again, nearer to them.',
  args: tools.add_stop.args.extend({
    placeId: id.describe('As lookup_location or another tool answered it'),
    mapboxId: optionalNullable(line(200)).describe('As lookup_location answered it beside the placeId; left out where it was null'),
  }),
});

/** Read tools of a planner, besides `lookup_location`. */
export const readTools = { search, get_story: getStory, get_place: getPlace, near } as const;
export type ReadToolName = keyof typeof readTools;

const { create_itinerary, update_itinerary, add_day, update_stop, remove_stop, lookup_location, optimize_route } = tools;

/** Tools offered to other assistants. Web tools are left out, because such assistants have their own. */
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

export const offeredToolNames = Object.keys(offeredTools) as OfferedToolName[]; // as: keys of a literal

export const isReadTool = (name: string): name is ReadToolName => Object.hasOwn(readTools, name);

export type ReadArgs<N extends ReadToolName> = ArgsOf<(typeof readTools)[N]>;
export type ReadResult<N extends ReadToolName> = ResultOf<(typeof readTools)[N]>;
