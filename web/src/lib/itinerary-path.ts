/** Id of the itinerary that a page is about, by its path; null for any other page. */
export const itineraryInPath = (path: string): string | null =>
  /^\/itineraries\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/i.exec(path)?.[1] ?? null;
