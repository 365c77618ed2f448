import { type Canvas, mixColours, pathData, polygonPath } from './canvas.ts';

/** Draws a conifer of ragged tiers with a shaded side. `frost` is the opacity of the snow on it, 0 to 1. */
export function drawPine(canvas: Canvas, x: number, y: number, size: number, colour: string, frost = 0): void {
  const { light, sun, random } = canvas;
  const lean = random.between(-0.015, 0.015);
  const wide = random.between(0.19, 0.25);
  let [whole, half, snow] = ['', '', ''];
  const side = sun.x < x ? 1 : -1;
  for (let tier = 0; tier < 6; tier++) {
    const top = y - size * (1 - tier * 0.13);
    const foot = y - size * (0.7 - tier * 0.125);
    const reach = size * wide * (0.28 + tier * 0.145);
    const cx = x + size * lean * (6 - tier);
    const dip = size * 0.03;
    whole += pathData`M${cx} ${top}L${cx + reach} ${foot + dip}Q${cx} ${foot - dip} ${cx - reach} ${foot + dip}Z`;
    half += pathData`M${cx} ${top}L${cx + side * reach} ${foot + dip}Q${cx + side * reach * 0.4} ${foot - dip * 0.5} ${cx} ${foot}Z`;
    snow += pathData`M${cx} ${top}L${cx - side * reach * 0.8} ${foot}Q${cx - side * reach * 0.3} ${foot - dip * 2} ${cx} ${top + size * 0.12}Z`;
  }
  canvas.rect(x - size * 0.014, y - size * 0.1, size * 0.028, size * 0.1, mixColours(colour, light.shade, 0.5));
  canvas.path(whole, colour);
  canvas.path(half, mixColours(colour, light.shade, 0.42), 0.75);
  if (frost > 0) canvas.path(snow, canvas.tone('#f6fbff', 0.9), frost);
}

/** A broad tree: clumps of leaves that are lighter towards the sun. */
export function drawBroadTree(canvas: Canvas, x: number, y: number, size: number, leaves: string): void {
  const { light, sun, random } = canvas;
  const trunk = mixColours(canvas.tone('#5a4034', 1), leaves, 0.15);
  canvas.path(
    pathData`M${x - size * 0.035} ${y}Q${x - size * 0.015} ${y - size * 0.3} ${x - size * 0.1} ${y - size * 0.55}L${x} ${y - size * 0.42}L${x + size * 0.12} ${y - size * 0.58}Q${x + size * 0.02} ${y - size * 0.28} ${x + size * 0.04} ${y}Z`,
    trunk,
  );
  const side = sun.x < x ? -1 : 1;
  const clumps = Array.from({ length: 11 }, () => {
    const angle = random.between(0, 6.28);
    const reach = random.next() ** 0.6;
    return { dx: Math.cos(angle) * reach * 0.27, dy: Math.sin(angle) * reach * 0.2, r: random.between(0.11, 0.17) };
  });
  const layer = (shift: number, lift: number, scale: number, fill: string): void => {
    for (const { dx, dy, r } of clumps)
      canvas.ellipse(x + (dx + side * shift) * size, y - (0.68 - dy + lift) * size, r * scale * size, r * scale * size * 0.9, fill);
  };
  layer(0, 0, 1.12, mixColours(leaves, light.shade, 0.3));
  layer(0.03, 0.03, 0.92, leaves);
  layer(0.07, 0.08, 0.5, mixColours(leaves, light.sun, 0.2));
}

/** A cypress, tall and narrow. */
export function drawCypress(canvas: Canvas, x: number, y: number, size: number, colour: string): void {
  const { light, sun } = canvas;
  const side = sun.x < x ? 1 : -1;
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y + dy * size}`;
  canvas.path(
    pathData`M${p(0, -1)}C${p(0.1, -0.72)} ${p(0.15, -0.3)} ${p(0.05, -0.03)}H${x - 0.05 * size}C${p(-0.15, -0.3)} ${p(-0.1, -0.72)} ${p(0, -1)}Z`,
    colour,
  );
  canvas.path(
    pathData`M${p(0, -1)}C${p(side * 0.1, -0.72)} ${p(side * 0.15, -0.3)} ${p(side * 0.05, -0.03)}H${x}C${p(side * 0.05, -0.4)} ${p(side * 0.02, -0.7)} ${p(0, -1)}Z`,
    mixColours(colour, light.shade, 0.4),
    0.8,
  );
  canvas.rect(x - size * 0.012, y - size * 0.04, size * 0.024, size * 0.04, mixColours(colour, light.shade, 0.5));
}

/** Draws a palm with feathered fronds. `lean` is the horizontal offset of the crown from the foot, as a fraction of the height. */
export function drawPalm(canvas: Canvas, x: number, y: number, size: number, colour: string, lean: number): void {
  const { light, random } = canvas;
  const [tx, ty] = [x + lean * size, y - size];
  const bark = mixColours(canvas.tone('#6e5038', 1), colour, 0.35);
  canvas.path(
    pathData`M${x - size * 0.03} ${y}Q${x + lean * size * 0.15} ${y - size * 0.6} ${tx - size * 0.011} ${ty}h${size * 0.024}Q${x + lean * size * 0.28} ${y - size * 0.55} ${x + size * 0.035} ${y}Z`,
    bark,
  );
  for (let frond = 0; frond < 11; frond++) {
    const angle = -Math.PI * (frond / 10) + random.between(-0.1, 0.1);
    const long = size * random.between(0.4, 0.52);
    const [ex, ey] = [tx + Math.cos(angle) * long, ty + Math.sin(angle) * long * 0.42 + long * (0.3 + 0.25 * Math.abs(Math.cos(angle)))];
    const [mx, my] = [tx + Math.cos(angle) * long * 0.55, ty + Math.sin(angle) * long * 0.62 - long * 0.06];
    const fill = mixColours(colour, frond % 3 === 0 ? light.sun : light.shade, frond % 3 === 0 ? 0.14 : 0.12 * (frond % 2));
    let teeth = '';
    for (let tooth = 1; tooth <= 7; tooth++) {
      const t = 1 - tooth / 8;
      const qx = (1 - t) ** 2 * tx + 2 * t * (1 - t) * mx + t * t * ex;
      const qy = (1 - t) ** 2 * ty + 2 * t * (1 - t) * my + t * t * ey;
      teeth += pathData`L${qx + Math.cos(angle) * size * 0.015} ${qy + size * 0.07 * (0.5 + t * 0.5)}L${qx - Math.cos(angle) * size * 0.012} ${qy + size * 0.022}`;
    }
    canvas.path(pathData`M${tx} ${ty}Q${mx} ${my - size * 0.03} ${ex} ${ey}${teeth}Z`, fill);
  }
  for (const [dx, dy] of [
    [-0.02, 0.03],
    [0.025, 0.035],
    [0, 0.05],
  ] as const)
    canvas.ellipse(tx + dx * size, ty + dy * size, size * 0.02, size * 0.02, bark);
}

/** Bushes along a line from `x0` to `x1`. */
export function drawBushes(canvas: Canvas, x0: number, x1: number, y: number, size: number, colour: string): void {
  const { light, random } = canvas;
  for (let x = x0; x < x1; x += size * random.between(0.5, 0.9)) {
    const r = size * random.between(0.4, 0.75);
    canvas.ellipse(x, y, r, r * 0.72, mixColours(colour, light.shade, random.between(0.05, 0.3)));
    canvas.ellipse(x - r * 0.15, y - r * 0.2, r * 0.6, r * 0.4, mixColours(colour, light.sun, 0.1), 0.7);
  }
}

/** A paved path from the lower edge to a door at (`x`, `top`). */
export function drawPath(canvas: Canvas, x: number, top: number): void {
  const { h, u, light } = canvas;
  const path = canvas.tone('#e3d3b8', 1);
  canvas.path(polygonPath([x - u * 0.04, top], [x + u * 0.04, top], [x + u * 0.2, h], [x - u * 0.2, h]), mixColours(path, light.shade, 0.06));
  for (let slab = 0; slab < 6; slab++)
    canvas.line(
      pathData`M${x - u * (0.045 + slab * 0.026)} ${top + u * 0.02 + u * 0.024 * slab ** 1.2}H${x + u * (0.045 + slab * 0.026)}`,
      mixColours(path, light.shade, 0.3),
      u * 0.003,
      0.6,
    );
}

/** Draws a stone lantern, lit except by day. */
export function drawLantern(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#9f9a90', 1);
  canvas.rect(x - size * 0.05, y - size * 0.55, size * 0.1, size * 0.55, stone);
  canvas.rect(x - size * 0.14, y - size * 0.07, size * 0.28, size * 0.07, mixColours(stone, light.shade, 0.15));
  canvas.rect(x - size * 0.12, y - size * 0.74, size * 0.24, size * 0.2, stone);
  canvas.rect(x - size * 0.06, y - size * 0.71, size * 0.12, size * 0.14, light.time === 'day' ? mixColours(stone, light.shade, 0.5) : light.window);
  canvas.path(
    polygonPath(
      [x - size * 0.2, y - size * 0.73],
      [x - size * 0.05, y - size * 0.88],
      [x + size * 0.05, y - size * 0.88],
      [x + size * 0.2, y - size * 0.73],
    ),
    mixColours(stone, light.shade, 0.2),
  );
}

/** Draws a square of pale stone from `top` down. Its joints converge towards the middle of the horizon. */
export function drawSquare(canvas: Canvas, top: number, stone: string): void {
  const { w, h, u, light } = canvas;
  const tone = canvas.tone(stone, 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mixColours(tone, light.sun, 0.16)], [1, mixColours(tone, light.shade, 0.26)]));
  for (let joint = -12; joint <= 12; joint++)
    canvas.line(
      pathData`M${w / 2 + joint * w * 0.045} ${top}L${w / 2 + joint * w * 0.13} ${h}`,
      mixColours(tone, light.shade, 0.26),
      u * 0.0018,
      0.45,
    );
  for (let row = 1; row < 7; row++)
    canvas.line(pathData`M0 ${top + (h - top) * (row / 7) ** 1.7}H${w}`, mixColours(tone, light.shade, 0.26), u * 0.0018, 0.45);
}

/** A round basin with a jet in its middle. */
export function drawFountain(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#cdbfa8', 1);
  canvas.ellipse(x, y + size * 0.05, size, size * 0.24, mixColours(stone, light.shade, 0.3));
  canvas.ellipse(x, y, size, size * 0.22, stone);
  canvas.ellipse(x, y, size * 0.9, size * 0.18, canvas.vertical([0, light.water[0]], [1, light.water[1]]));
  canvas.rect(x - size * 0.05, y - size * 0.36, size * 0.1, size * 0.36, stone);
  canvas.path(pathData`M${x - size * 0.36} ${y - size * 0.4}Q${x} ${y - size * 0.14} ${x + size * 0.36} ${y - size * 0.4}Z`, stone);
  for (const reach of [-0.62, -0.36, 0.36, 0.62])
    canvas.line(
      pathData`M${x} ${y - size * 0.4}Q${x + reach * size * 0.5} ${y - size * 0.95} ${x + reach * size} ${y - size * 0.02}`,
      mixColours(light.water[0], '#ffffff', 0.65),
      size * 0.022,
      0.75,
    );
  canvas.line(pathData`M${x} ${y - size * 0.4}v${-size * 0.42}`, mixColours(light.water[0], '#ffffff', 0.7), size * 0.03, 0.8);
}
