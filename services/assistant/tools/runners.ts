import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import type { PageSource } from '../web-browser/fetch-page.ts';
import { addDay } from './add-day.ts';
import { addStop } from './add-stop.ts';
import { createItinerary } from './create-itinerary.ts';
import { googleSearchWith, type SearchSettings } from './google-search.ts';
import { lookupLocation } from './lookup-location.ts';
import { optimizeRoute } from './optimize-route.ts';
import { removeStop } from './remove-stop.ts';
import type { RunTool } from './tool-context.ts';
import { updateItinerary } from './update-itinerary.ts';
import { updateStop } from './update-stop.ts';
import { webBrowserOn } from './web-browser.ts';

export type Runners = { [N in ToolName]: RunTool<N> };

/** What the tools of the vocabulary do, a line each. */
export const runnersWith = (search: SearchSettings | null, pages: PageSource): Runners => ({
  add_day: addDay,
  add_stop: addStop,
  create_itinerary: createItinerary,
  google_search: googleSearchWith(search),
  lookup_location: lookupLocation,
  optimize_route: optimizeRoute,
  remove_stop: removeStop,
  update_itinerary: updateItinerary,
  update_stop: updateStop,
  web_browser: webBrowserOn(pages),
});
