import { type Canvas, mixColours, pathData } from './canvas.ts';

/** Colour as it appears in a lit room: the light of the scene tints it less than outdoors. */
export const indoorColour = ({ light }: Canvas, colour: string): string => mixColours(colour, light.shade, light.shadeBy * 0.7);

/** SVG path of an opening in a wall. It runs anticlockwise, opposite to the wall, so that the nonzero fill rule leaves it empty. */
export const rectOpeningPath = (x: number, y: number, width: number, height: number): string => pathData`M${x} ${y}V${y + height}H${x + width}V${y}Z`;

/** Outline of an opening with an arch of `rise` above `y`. */
export const archOpeningPath = (x: number, y: number, width: number, height: number, rise: number): string =>
  pathData`M${x + width} ${y}A${width / 2} ${rise} 0 0 0 ${x} ${y}V${y + height}H${x + width}Z`;

/** Draws a wall over the whole width down to `foot`. What was drawn before shows through its openings. */
export function drawWallAround(canvas: Canvas, openings: readonly string[], foot: number, colour: string): void {
  const { w, light } = canvas;
  const wall = indoorColour(canvas, colour);
  canvas.path(
    pathData`M0 0H${w}V${foot}H0Z${openings.join('')}`,
    canvas.vertical([0, mixColours(wall, light.shade, 0.2)], [0.6, wall], [1, mixColours(wall, light.shade, 0.1)]),
  );
}

/** A floor of boards in perspective. */
export function drawBoards(canvas: Canvas, top: number, colour: string): void {
  const { w, h, u, light } = canvas;
  const wood = indoorColour(canvas, colour);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mixColours(wood, light.shade, 0.25)], [1, wood]));
  for (let board = -14; board <= 14; board++)
    canvas.line(pathData`M${w / 2 + board * w * 0.04} ${top}L${w / 2 + board * w * 0.11} ${h}`, mixColours(wood, light.shade, 0.4), u * 0.002, 0.5);
}

/** A lamp that hangs from the upper edge, with its light around it. */
export function drawHangingLamp(canvas: Canvas, x: number, y: number, size: number, shade: string): void {
  const { light } = canvas;
  const metal = indoorColour(canvas, '#3d3a38');
  const glow = light.time === 'day' ? 0.35 : 0.75;
  canvas.ellipse(x, y, size * 2.4, size * 2.4, canvas.radial([0, '#ffe7b0', glow], [1, '#ffe7b0', 0]));
  canvas.line(pathData`M${x} 0V${y - size * 0.4}`, metal, size * 0.06);
  canvas.path(
    pathData`M${x - size * 0.55} ${y + size * 0.2}Q${x - size * 0.5} ${y - size * 0.4} ${x} ${y - size * 0.44}Q${x + size * 0.5} ${y - size * 0.4} ${x + size * 0.55} ${y + size * 0.2}Z`,
    indoorColour(canvas, shade),
  );
  canvas.ellipse(x, y + size * 0.2, size * 0.3, size * 0.12, '#fff3cf');
}
