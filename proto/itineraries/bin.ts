/** So many days an itinerary stays in the bin. Alone in its file, so that a page can tell it without the rules of an itinerary. */
export const binDays = 30;
