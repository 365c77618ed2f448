/** What both products are given, so that they hold the same. */
export const dayCount = 7;
export const stopCount = 50;
/** Trips of the user whose trips are listed. */
export const listedCount = 1_000;
export const trip = { title: 'Seven days by the sea', summary: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
export const description = 'A place to stay a while. '.repeat(8).trim();

/** A stop that no other number has, somewhere in the south-west of Europe. */
export const stopOf = (index: number) => ({
  title: `Stop ${index}`,
  minutes: 90,
  latitude: Number((36 + ((index * 0.618034) % 8)).toFixed(6)),
  longitude: Number((-9 + ((index * 0.414214) % 12)).toFixed(6)),
});
