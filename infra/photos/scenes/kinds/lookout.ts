import { drawHouse, plasters, roofs } from '../buildings.ts';
import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { drawHill, drawMist, heightAt } from '../terrain.ts';
import { drawBroadTree } from '../trees.ts';

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
      const y = heightAt(canvas, line, x) + u * random.between(0.01, 0.05);
      canvas.rect(x, y - size * 0.7, size, size * 0.7, canvas.tone(random.pick(plasters), near));
      canvas.rect(x - size * 0.1, y - size * 1.1, size * 1.2, size * 0.45, canvas.tone(random.pick(roofs), near));
      if (light.time !== 'day') canvas.rect(x + size * 0.3, y - size * 0.5, size * 0.3, size * 0.25, light.window);
    }
    drawMist(canvas, lifted + u * (0.06 + 0.055 * layer), 0.3 - layer * 0.04, 0.04);
  }
  const slope = drawHill(canvas, h * 0.74, u * 0.03, 5, '#6f9550', 0.85);
  for (let house = 0; house < 9; house++) {
    const x = w * ((house + random.between(0.1, 0.8)) / 9);
    const y = heightAt(canvas, slope, x) + u * 0.06;
    drawBroadTree(canvas, x - u * 0.05, y, u * 0.09, canvas.tone('#5f8a48', 0.9));
    drawHouse(canvas, x, y, u * 0.05, u * 0.045, random.pick(plasters), random.pick(roofs));
  }
  drawTerrace(canvas, h * 0.86);
  drawTelescope(canvas, w * random.pick([0.24, 0.76]), h * 0.95, u * 0.4);
  drawBirds(canvas, 6);
}

/** A terrace of stone with a railing. */
function drawTerrace(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const stone = canvas.tone('#d3c6ac', 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mix(stone, light.sun, 0.1)], [1, mix(stone, light.shade, 0.24)]));
  const iron = mix(canvas.tone('#3a4650', 1), light.shade, 0.2);
  const rail = top - u * 0.13;
  for (let x = u * 0.01; x < w; x += u * 0.028) canvas.line(`M${round(x)} ${round(rail)}V${round(top + u * 0.01)}`, iron, u * 0.004);
  for (let x = u * 0.12; x < w; x += u * 0.34) canvas.rect(x - u * 0.012, rail - u * 0.012, u * 0.024, u * 0.16, mix(stone, light.shade, 0.12));
  canvas.rect(0, rail - u * 0.012, w, u * 0.018, iron);
  canvas.rect(0, top - u * 0.012, w, u * 0.03, mix(stone, light.sun, 0.25));
}

/** A telescope for coins on its post. */
function drawTelescope(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const side = x < canvas.w / 2 ? 1 : -1;
  const metal = canvas.tone('#52707e', 1);
  const p = (dx: number, dy: number): string => `${round(x + side * dx * size)} ${round(y - dy * size)}`;
  canvas.ellipse(x, y, size * 0.16, size * 0.03, light.shade, 0.3);
  canvas.path(
    `M${p(-0.1, 0)}Q${p(-0.04, 0.04)} ${p(-0.035, 0.14)}L${p(-0.03, 0.62)}H${round(x + side * 0.03 * size)}L${p(0.035, 0.14)}Q${p(0.04, 0.04)} ${p(0.1, 0)}Z`,
    metal,
  );
  canvas.rect(x - size * 0.075, y - size * 0.68, size * 0.15, size * 0.12, mix(metal, light.shade, 0.25), 1, size * 0.02);
  canvas.path(
    `M${p(-0.2, 0.7)}Q${p(-0.22, 0.76)} ${p(-0.19, 0.82)}L${p(0.06, 0.92)}Q${p(0.2, 0.97)} ${p(0.27, 0.92)}Q${p(0.3, 0.84)} ${p(0.24, 0.78)}Q${p(0.06, 0.7)} ${p(-0.2, 0.7)}Z`,
    canvas.vertical([0, mix(metal, light.sun, 0.3)], [1, mix(metal, light.shade, 0.3)]),
  );
  canvas.ellipse(x + side * size * 0.265, y - size * 0.855, size * 0.04, size * 0.075, mix(metal, light.shade, 0.5));
  canvas.ellipse(x + side * size * 0.27, y - size * 0.855, size * 0.026, size * 0.055, mix(light.sky[2], '#ffffff', 0.3));
}
