/** Colours of days. White text on each has a contrast of at least 4.5 (WCAG 1.4.3). Neighbours differ for every common kind of colour vision. */
export const dayColors = ['#c2410c', '#0f766e', '#6d28d9', '#a16207', '#1d4ed8', '#be185d', '#3f6212', '#0e7490'] as const;

/** Colour of stops without a day. */
export const daylessColor = '#57534e';

/** Colour of the chapter at an index. */
export const chapterColorOf = ({ index, day }: { index: number; day: unknown }): string =>
  day ? (dayColors[index % dayColors.length] ?? daylessColor) : daylessColor;

/** Red, green and blue of a colour, 0 to 255. */
export function channelsOf(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
