import { drawHouse, plasterColours, roofColours } from '../buildings.ts';
import { type Canvas, mixColours, pathData, polygonPath } from '../canvas.ts';
import { drawHill, drawMist, lineYAt } from '../land.ts';
import { drawBroadTree } from '../plants.ts';
import { drawBirds } from '../sky.ts';

const crowd = ['#e2574c', '#f2d15c', '#ffffff', '#4f8fbf', '#f0a93f', '#6fa35c', '#3a3a48'] as const;

export function drawStadium(canvas: Canvas): void {
  const { w, h, u, random } = canvas;
  const [top, foot] = [h * 0.4, h * 0.63];
  const seats = canvas.tone(random.pick('#3f5a78', '#8a3b3a', '#3f6a55', '#6b5a4a'), 0.85);
  for (const x of [0.1, 0.36, 0.64, 0.9]) drawFloodlight(canvas, w * x, top, u * (x > 0.3 && x < 0.7 ? 0.2 : 0.27));
  drawStand(canvas, top, foot, seats);
  drawField(canvas, foot);
  drawNearRows(canvas, h * 0.88);
  drawBirds(canvas, 4);
}

/** Draws a floodlight mast behind the stand, with its glow. */
function drawFloodlight(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const metal = canvas.tone('#8a949c', 0.8);
  const glow = light.time === 'day' ? 0.25 : 0.85;
  canvas.ellipse(x, y - size, size * 1.1, size * 0.9, canvas.radial([0, '#fffbe6', glow], [1, '#fffbe6', 0]));
  for (const side of [-1, 1])
    canvas.line(pathData`M${x + side * size * 0.05} ${y + size * 0.2}L${x + side * size * 0.02} ${y - size * 0.9}`, metal, size * 0.02);
  canvas.rect(x - size * 0.2, y - size * 1.1, size * 0.4, size * 0.24, metal);
  for (let lamp = 0; lamp < 8; lamp++)
    canvas.ellipse(x + size * (-0.15 + (lamp % 4) * 0.1), y - size * (lamp < 4 ? 1.03 : 0.93), size * 0.035, size * 0.035, '#fffdf0');
}

/** Draws the far stand with its roof and spectators. */
function drawStand(canvas: Canvas, top: number, foot: number, seats: string): void {
  const { w, u, light, random } = canvas;
  canvas.path(
    pathData`M0 ${top + u * 0.05}Q${w / 2} ${top - u * 0.05} ${w} ${top + u * 0.05}V${foot}H0Z`,
    canvas.vertical([0, mixColours(seats, light.shade, 0.5)], [0.3, seats], [1, mixColours(seats, light.sun, 0.12)]),
  );
  const rows = 11;
  for (let row = 0; row < rows; row++) {
    const y = top + u * 0.07 + ((foot - top - u * 0.09) * row) / rows;
    const size = u * (0.0042 + row * 0.0003);
    for (let x = random.between(0, size * 2); x < w; x += size * random.between(2, 3.4))
      canvas.ellipse(x, y, size, size * 1.1, canvas.tone(random.pick(...crowd), 0.85));
  }
  const roof = canvas.tone('#e3e6e6', 0.85);
  canvas.path(
    pathData`M0 ${top}Q${w / 2} ${top - u * 0.1} ${w} ${top}V${top + u * 0.055}Q${w / 2} ${top - u * 0.045} 0 ${top + u * 0.055}Z`,
    canvas.vertical([0, mixColours(roof, light.sun, 0.2)], [1, mixColours(roof, light.shade, 0.2)]),
  );
  canvas.rect(0, foot - u * 0.022, w, u * 0.026, canvas.tone('#f6efe2', 0.95));
}

/** Draws the pitch: striped grass inside a white line. */
function drawField(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const grass = canvas.tone('#6fae4c', 0.95);
  const foot = h * 0.9;
  canvas.rect(0, top, w, foot - top, grass);
  const stripes = 14;
  for (let stripe = -stripes; stripe < stripes; stripe += 2) {
    const at = (share: number, index: number): number => w / 2 + (w * share * index) / stripes;
    canvas.path(
      polygonPath([at(0.55, stripe), top], [at(0.55, stripe + 1), top], [at(1.05, stripe + 1), foot], [at(1.05, stripe), foot]),
      mixColours(grass, light.sun, 0.2),
      0.7,
    );
  }
  canvas.line(
    pathData`M${w * 0.13} ${top + u * 0.02}H${w * 0.87}L${w * 1.02} ${foot - u * 0.04}H${-w * 0.02}Z`,
    canvas.tone('#ffffff', 1),
    u * 0.006,
    0.9,
  );
  canvas.ellipse(w / 2, top + (foot - top) * 0.42, w * 0.012, u * 0.006, canvas.tone('#ffffff', 1), 0.9);
}

/** Draws the heads of the spectators in the foreground. */
function drawNearRows(canvas: Canvas, top: number): void {
  const { w, h, u, light, random } = canvas;
  const dark = mixColours(canvas.tone('#3a3f4a', 1), light.shade, 0.3);
  canvas.rect(0, top, w, h - top, dark);
  canvas.rect(0, top, w, u * 0.014, canvas.tone('#c9d2d6', 1));
  for (let row = 0; row < 2; row++) {
    const y = top + u * (0.045 + row * 0.055);
    const size = u * (0.022 + row * 0.006);
    for (let x = (row * size) / 2; x < w + size; x += size * 2.6) {
      const coat = mixColours(canvas.tone(random.pick(...crowd), 1), dark, 0.45);
      canvas.ellipse(x, y + size * 1.5, size * 1.15, size, coat);
      canvas.ellipse(x, y, size * 0.55, size * 0.68, mixColours(dark, canvas.tone(random.pick('#8a5a40', '#5a3a2a', '#c99a70'), 1), 0.5));
    }
  }
}

export function drawLookout(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const lifted = horizon - u * 0.1;
  drawHill(canvas, lifted - u * 0.03, u * 0.05, 7, '#8597aa', 0.12);
  drawHill(canvas, lifted, u * 0.035, 6, '#84998f', 0.16);
  for (let layer = 0; layer < 5; layer++) {
    const near = 0.16 + layer * 0.13;
    const line = drawHill(canvas, lifted + u * (0.03 + 0.055 * layer), u * 0.022, 4 + layer, layer % 2 ? '#93ad74' : '#7f9f7c', near);
    for (let roof = 0; roof < 26; roof++) {
      const x = w * random.next();
      const size = u * (0.009 + 0.004 * layer);
      const y = lineYAt(canvas, line, x) + u * random.between(0.01, 0.05);
      canvas.rect(x, y - size * 0.7, size, size * 0.7, canvas.tone(random.pick(...plasterColours), near));
      canvas.rect(x - size * 0.1, y - size * 1.1, size * 1.2, size * 0.45, canvas.tone(random.pick(...roofColours), near));
      if (light.time !== 'day') canvas.rect(x + size * 0.3, y - size * 0.5, size * 0.3, size * 0.25, light.window);
    }
    drawMist(canvas, lifted + u * (0.06 + 0.055 * layer), 0.3 - layer * 0.04, 0.04);
  }
  const slope = drawHill(canvas, h * 0.74, u * 0.03, 5, '#6f9550', 0.85);
  for (let house = 0; house < 9; house++) {
    const x = w * ((house + random.between(0.1, 0.8)) / 9);
    const y = lineYAt(canvas, slope, x) + u * 0.06;
    drawBroadTree(canvas, x - u * 0.05, y, u * 0.09, canvas.tone('#5f8a48', 0.9));
    drawHouse(canvas, x, y, u * 0.05, u * 0.045, random.pick(...plasterColours), random.pick(...roofColours));
  }
  drawTerrace(canvas, h * 0.86);
  drawTelescope(canvas, w * random.pick(0.24, 0.76), h * 0.95, u * 0.4);
  drawBirds(canvas, 6);
}

/** A terrace of stone with a railing. */
function drawTerrace(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const stone = canvas.tone('#d3c6ac', 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mixColours(stone, light.sun, 0.1)], [1, mixColours(stone, light.shade, 0.24)]));
  const iron = mixColours(canvas.tone('#3a4650', 1), light.shade, 0.2);
  const rail = top - u * 0.13;
  for (let x = u * 0.01; x < w; x += u * 0.028) canvas.line(pathData`M${x} ${rail}V${top + u * 0.01}`, iron, u * 0.004);
  for (let x = u * 0.12; x < w; x += u * 0.34)
    canvas.rect(x - u * 0.012, rail - u * 0.012, u * 0.024, u * 0.16, mixColours(stone, light.shade, 0.12));
  canvas.rect(0, rail - u * 0.012, w, u * 0.018, iron);
  canvas.rect(0, top - u * 0.012, w, u * 0.03, mixColours(stone, light.sun, 0.25));
}

/** Draws a coin-operated telescope on its post. */
function drawTelescope(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const side = x < canvas.w / 2 ? 1 : -1;
  const metal = canvas.tone('#52707e', 1);
  const p = (dx: number, dy: number): string => pathData`${x + side * dx * size} ${y - dy * size}`;
  canvas.ellipse(x, y, size * 0.16, size * 0.03, light.shade, 0.3);
  canvas.path(
    pathData`M${p(-0.1, 0)}Q${p(-0.04, 0.04)} ${p(-0.035, 0.14)}L${p(-0.03, 0.62)}H${x + side * 0.03 * size}L${p(0.035, 0.14)}Q${p(0.04, 0.04)} ${p(0.1, 0)}Z`,
    metal,
  );
  canvas.rect(x - size * 0.075, y - size * 0.68, size * 0.15, size * 0.12, mixColours(metal, light.shade, 0.25), 1, size * 0.02);
  canvas.path(
    `M${p(-0.2, 0.7)}Q${p(-0.22, 0.76)} ${p(-0.19, 0.82)}L${p(0.06, 0.92)}Q${p(0.2, 0.97)} ${p(0.27, 0.92)}Q${p(0.3, 0.84)} ${p(0.24, 0.78)}Q${p(0.06, 0.7)} ${p(-0.2, 0.7)}Z`,
    canvas.vertical([0, mixColours(metal, light.sun, 0.3)], [1, mixColours(metal, light.shade, 0.3)]),
  );
  canvas.ellipse(x + side * size * 0.265, y - size * 0.855, size * 0.04, size * 0.075, mixColours(metal, light.shade, 0.5));
  canvas.ellipse(x + side * size * 0.27, y - size * 0.855, size * 0.026, size * 0.055, mixColours(light.sky[2], '#ffffff', 0.3));
}
