const none = -1;

/** Interns texts as numbers; unused numbers are reused. */
function createNumbers() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const free: number[] = [];
  return {
    get: (text: string): number | undefined => numbers.get(text),
    text: (number: number): string => texts[number] ?? '',
    /** Number of a text; an unknown text gets a new number. */
    of(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const number = free.pop() ?? texts.length;
      numbers.set(text, number);
      texts[number] = text;
      return number;
    },
    count: (): number => numbers.size,
    release(number: number): void {
      numbers.delete(texts[number] ?? '');
      free.push(number);
    },
    size: (): number => texts.length,
  };
}

/** A country by its id and code, as stops store it. */
export interface StoryCountry {
  countryId: string;
  code: string | null;
}

/** Pairs of itinerary and country, one number each: a stop stores one number, and counting the itineraries of a country is counting its pairs. */
export function createStoryCountries() {
  const stories = createNumbers();
  const countries = createNumbers();
  const codes: (string | null)[] = [];
  /** First pair of each itinerary. Its few pairs form a linked list. */
  const firstPair: number[] = [];
  const nextPair: number[] = [];
  const freePairs: number[] = [];
  const pairStory: number[] = [];
  const pairCountry: number[] = [];
  const pairStops: number[] = [];
  const storyStops: number[] = [];
  // Number 0 stands for no country.
  countries.of('');

  function pairOf(story: number, country: number): number {
    for (let pair = firstPair[story] ?? none; pair !== none; pair = nextPair[pair] ?? none) if (pairCountry[pair] === country) return pair;
    const pair = freePairs.pop() ?? pairStory.length;
    pairStory[pair] = story;
    pairCountry[pair] = country;
    pairStops[pair] = 0;
    nextPair[pair] = firstPair[story] ?? none;
    firstPair[story] = pair;
    return pair;
  }
  function release(pair: number): void {
    const story = pairStory[pair] ?? 0;
    let before = none;
    for (let at = firstPair[story] ?? none; at !== pair && at !== none; at = nextPair[at] ?? none) before = at;
    if (before === none) firstPair[story] = nextPair[pair] ?? none;
    else nextPair[before] = nextPair[pair] ?? none;
    freePairs.push(pair);
  }

  return {
    /** Adds one stop, or `count` stops, to a pair, and returns the number of the pair. */
    add(itineraryId: string, country: StoryCountry | null, count = 1): number {
      const story = stories.of(itineraryId);
      const number = countries.of(country?.countryId ?? '');
      if (country) codes[number] = country.code ?? codes[number] ?? null;
      const pair = pairOf(story, number);
      pairStops[pair] = (pairStops[pair] ?? 0) + count;
      storyStops[story] = (storyStops[story] ?? 0) + count;
      return pair;
    },
    /** Counts one more stop of an existing pair. */
    addTo(pair: number): void {
      const story = pairStory[pair] ?? 0;
      pairStops[pair] = (pairStops[pair] ?? 0) + 1;
      storyStops[story] = (storyStops[story] ?? 0) + 1;
    },
    /** Counts one stop less of this pair. */
    remove(pair: number): void {
      const story = pairStory[pair] ?? 0;
      pairStops[pair] = (pairStops[pair] ?? 0) - 1;
      storyStops[story] = (storyStops[story] ?? 0) - 1;
      if (pairStops[pair] === 0) release(pair);
      if (storyStops[story] === 0) stories.release(story);
    },
    /** Number of an itinerary that has stops. */
    storyNumber: (itineraryId: string): number | undefined => stories.get(itineraryId),
    storyOf: (pair: number): number => pairStory[pair] ?? 0,
    itineraryId: (story: number): string => stories.text(story),
    storyCount: stories.count,
    /** Number of a country; 0 is none. */
    countryOf: (pair: number): number => pairCountry[pair] ?? 0,
    /** Numbers of the countries with a code. */
    withCode: (code: string): number[] => codes.flatMap((one, number) => (one === code ? [number] : [])),
    country: (number: number): StoryCountry => ({ countryId: countries.text(number), code: codes[number] ?? null }),
    countryCount: countries.size,
    pairCount: (): number => pairStory.length,
  };
}
