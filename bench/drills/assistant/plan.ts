import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';

/** What tools of a plan answer, as far as its next steps need it. */
interface Result {
  id?: string;
  candidates?: { placeId: string }[];
}

/** One answer of the model: calls of one tool, which follow from the results of those before. */
interface PlanStep {
  tool: ToolName;
  calls: (tag: string, made: Made) => object[];
}

/** Near each other, in an order that can be made shorter. */
const towns = ['Lisbon', 'Cascais', 'Oeiras', 'Sintra'];

/** Things of a plan, from the results in their order. */
class Made {
  readonly #results: readonly Result[];
  constructor(results: readonly unknown[]) {
    this.#results = results as readonly Result[]; // of the tools below, in their order
  }
  get trip() {
    return { itineraryId: this.#results[0]?.id };
  }
  get day() {
    return { ...this.trip, dayId: this.#results[1]?.id };
  }
  place = (index: number): string | undefined => this.#results[2 + index]?.candidates?.[0]?.placeId;
  stop = (index: number) => ({ ...this.trip, stopId: this.#results[2 + towns.length + index]?.id });
}

/** Every tool once, those that only read the web last: nothing is written after them. */
export const planSteps: readonly PlanStep[] = [
  { tool: 'create_itinerary', calls: (tag) => [{ title: `Trip ${tag}` }] },
  { tool: 'add_day', calls: (tag, made) => [{ ...made.trip, title: `Day ${tag}` }] },
  { tool: 'lookup_location', calls: () => towns.map((query) => ({ query, limit: 1 })) },
  {
    tool: 'add_stop',
    calls: (tag, made) => towns.map((town, index) => ({ ...made.day, placeId: made.place(index), title: `${town} ${tag}` })),
  },
  { tool: 'update_stop', calls: (tag, made) => [{ ...made.stop(0), highlight: `Seen first ${tag}` }] },
  { tool: 'optimize_route', calls: (_, made) => [made.day] },
  { tool: 'remove_stop', calls: (_, made) => [made.stop(3)] },
  { tool: 'update_itinerary', calls: (tag, made) => [{ ...made.trip, shortDescription: `In a day ${tag}` }] },
  { tool: 'google_search', calls: () => [{ query: 'opening hours' }] },
  { tool: 'web_browser', calls: () => [{ url: 'http://127.0.0.1/' }] },
];

/** Number of the step that comes after so many results; that of the end when all are there. */
export function stepAfter(results: number): number {
  let sum = 0;
  const next = planSteps.findIndex(({ calls }) => {
    sum += calls('', new Made([])).length;
    return sum > results;
  });
  return next < 0 ? planSteps.length : next;
}

/** Calls of a step. */
export function callsOf(step: number, tag: string, results: readonly unknown[]): [name: string, args: object][] {
  const { tool, calls } = planSteps[step] ?? {};
  return tool && calls ? calls(tag, new Made(results)).map((args) => [tool, args]) : [];
}

/** Whether what came back lets a plan go on: a page that is not public is what the last step is told. */
export const isOn = (results: readonly unknown[]): boolean =>
  results.every((result) => !Object.hasOwn(Object(result), 'error') || stepAfter(results.length) === planSteps.length);
