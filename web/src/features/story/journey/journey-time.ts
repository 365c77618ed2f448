/** Duration of drawing the route, milliseconds. */
const drawing = 2_000;
/** Duration of the light after the drawing, milliseconds. */
const lighting = 1_900;

/** Duration of the animation, milliseconds: below 5 s, beyond which WCAG 2.2.2 requires a pause control. */
export const journeyDuration = drawing + lighting;

const eased = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - (-2 * share + 2) ** 2 / 2);
const within = (value: number): number => Math.min(1, Math.max(0, value));

/** Drawn share of the route and position of the light, this many milliseconds after the start. */
export function journeyAt(elapsed: number): { head: number; light: number } {
  const head = eased(within(elapsed / drawing));
  if (elapsed < drawing) return { head, light: head };
  // The light overshoots the end, so that its tail leaves too.
  return { head: 1, light: eased(within((elapsed - drawing) / lighting)) * 1.2 };
}
