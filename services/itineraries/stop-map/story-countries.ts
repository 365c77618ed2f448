/** Numbers for texts, given again when nobody uses them any more. */
function createNumbers() {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const free: number[] = [];
  return {
    get: (text: string): number | undefined => numbers.get(text),
    text: (number: number): string => texts[number] ?? '',
    /** The number of a text, a new one when it has none. */
    of(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const number = free.pop() ?? texts.length;
      numbers.set(text, number);
      texts[number] = text;
      return number;
    },
    release(number: number): void {
      numbers.delete(texts[number] ?? '');
      free.push(number);
    },
    size: (): number => texts.length,
  };
}

/** A country as stops name it. */
export interface StoryCountry {
  countryId: string;
  code: string | null;
}

/**
 * Which itinerary has stops in which country, one number per pair: a stop keeps one number, and counting itineraries of a country
 * is counting pairs.
 */
export function createStoryCountries() {
  const stories = createNumbers();
  const countries = createNumbers();
  const codes: (string | null)[] = [];
  const pairs = createNumbers();
  const pairStory: number[] = [];
  const pairCountry: number[] = [];
  const pairStops: number[] = [];
  const storyStops: number[] = [];
  // No country at all is a country here, the first one.
  countries.of('');

  return {
    /** The pair of a new stop. */
    add(itineraryId: string, country: StoryCountry | null): number {
      const story = stories.of(itineraryId);
      const number = countries.of(country?.countryId ?? '');
      if (country) codes[number] = country.code ?? codes[number] ?? null;
      const pair = pairs.of(`${story} ${number}`);
      pairStory[pair] = story;
      pairCountry[pair] = number;
      pairStops[pair] = (pairStops[pair] ?? 0) + 1;
      storyStops[story] = (storyStops[story] ?? 0) + 1;
      return pair;
    },
    /** A stop of this pair is gone. */
    remove(pair: number): void {
      const story = pairStory[pair] ?? 0;
      pairStops[pair] = (pairStops[pair] ?? 0) - 1;
      storyStops[story] = (storyStops[story] ?? 0) - 1;
      if (pairStops[pair] === 0) pairs.release(pair);
      if (storyStops[story] === 0) stories.release(story);
    },
    /** Number of an itinerary that has stops. */
    storyNumber: (itineraryId: string): number | undefined => stories.get(itineraryId),
    storyOf: (pair: number): number => pairStory[pair] ?? 0,
    itineraryIdOf: (pair: number): string => stories.text(pairStory[pair] ?? 0),
    /** Number of a country; 0 is none. */
    countryOf: (pair: number): number => pairCountry[pair] ?? 0,
    country: (number: number): StoryCountry => ({ countryId: countries.text(number), code: codes[number] ?? null }),
    countryCount: countries.size,
    pairCount: pairs.size,
  };
}
export type StoryCountries = ReturnType<typeof createStoryCountries>;
