import { drawWindow } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath } from '../canvas.ts';
import { drawFlowers, drawGrass, drawHill, drawMist, drawRange, lineYAt } from '../land.ts';
import { drawBroadTree, drawBushes, drawCypress } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawCastle(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const stone = random.pick('#cdb998', '#b7ab9c', '#c79f78', '#a9a397');
  drawRange(canvas, 4, { base: horizon + u * 0.03, height: u * 0.2, colour: '#7d93a5', near: 0.16, snow: 0 });
  drawMist(canvas, horizon + u * 0.02, 0.6, 0.07);
  const x = w * random.between(0.44, 0.56);
  const top = horizon - u * 0.02;
  const hill = Array.from({ length: 61 }, (_, i): CanvasPoint => {
    const beyond = Math.max(0, Math.abs((w * i) / 60 - x) / u - 0.34);
    return [(w * i) / 60, top + u * 0.3 * (1 - Math.exp(-(beyond ** 2) * 14)) + Math.sin(i * 0.8) * u * 0.004];
  });
  drawWalls(canvas, x, top + u * 0.02, u * 0.5, stone);
  canvas.path(polygonPath(...hill, [w, h], [0, h]), canvas.vertical([0, canvas.tone('#8fa362', 0.8)], [1, canvas.tone('#5d7d48', 1)]));
  for (let tree = 0; tree < 26; tree++) {
    const at = w * random.between(0, 1);
    const ground = hill[Math.round((at / w) * 60)]?.[1] ?? h;
    if (ground > top + u * 0.05)
      drawBroadTree(canvas, at, ground + u * random.between(0.03, 0.12), u * random.between(0.08, 0.13), canvas.tone('#6b9050', 0.8));
  }
  drawHill(canvas, h * 0.9, u * 0.03, 4, '#7fa656', 0.95);
  for (const at of [0.03, 0.95]) drawBroadTree(canvas, w * at, h * 0.99, u * random.between(0.26, 0.34), canvas.tone('#5c8a48', 1));
  drawFlowers(canvas, h * 0.92, h, ['#ffffff', '#f6d55c', '#d98ac0'], 70);
  drawGrass(canvas, canvas.tone('#4c7d3f', 1), 110);
  drawBirds(canvas, 6);
}

/** Walls with towers around a keep, on the top of a hill at `y`. */
function drawWalls(canvas: Canvas, x: number, y: number, size: number, stone: string): void {
  const { light } = canvas;
  const far = canvas.tone(stone, 0.8);
  drawRoundTower(canvas, x - size * 0.24, y - size * 0.16, size * 0.13, size * 0.34, far);
  drawRoundTower(canvas, x + size * 0.3, y - size * 0.16, size * 0.11, size * 0.24, far);
  drawBlock(canvas, x - size * 0.12, y - size * 0.12, size * 0.3, size * 0.5, canvas.tone(stone, 0.88));
  drawFlag(canvas, x + size * 0.03, y - size * 0.64, size * 0.16);
  const wall = canvas.tone(stone, 0.95);
  drawBlock(canvas, x - size * 0.62, y, size * 1.24, size * 0.24, wall);
  for (const at of [-0.62, 0.62]) drawRoundTower(canvas, x + at * size, y + size * 0.04, size * 0.17, size * 0.42, wall);
  for (const at of [-0.13, 0.13]) drawRoundTower(canvas, x + at * size, y + size * 0.02, size * 0.1, size * 0.34, wall);
  const gate = mixColours(wall, light.shade, 0.7);
  canvas.path(
    pathData`M${x - size * 0.07} ${y + size * 0.02}V${y - size * 0.1}A${size * 0.07} ${size * 0.07} 0 0 1 ${x + size * 0.07} ${y - size * 0.1}V${y + size * 0.02}Z`,
    gate,
  );
}

/** Draws a stone block with battlements; (left, y) is its lower left corner. */
function drawBlock(canvas: Canvas, left: number, y: number, width: number, height: number, wall: string): void {
  const { u, light, sun } = canvas;
  const tooth = u * 0.016;
  const count = Math.max(2, Math.round(width / (tooth * 2)));
  for (let index = 0; index < count; index++)
    canvas.rect(left + (width * index) / count, y - height - tooth * 1.2, (width / count) * 0.56, tooth * 1.3, wall);
  canvas.rect(left, y - height, width, height, canvas.vertical([0, mixColours(wall, light.sun, 0.12)], [1, mixColours(wall, light.shade, 0.22)]));
  canvas.rect(sun.x < left + width / 2 ? left + width * 0.7 : left, y - height, width * 0.3, height, light.shade, 0.12);
  const slits = Math.max(2, Math.round(width / (u * 0.06)));
  for (let slit = 0; slit < slits; slit++) drawWindow(canvas, left + (width * (slit + 0.4)) / slits, y - height * 0.72, u * 0.009, u * 0.026, true);
}

function drawRoundTower(canvas: Canvas, x: number, y: number, width: number, height: number, wall: string): void {
  const { light, sun } = canvas;
  const half = width / 2;
  const side = sun.x < x ? 1 : -1;
  canvas.rect(x - half, y - height, width, height, canvas.vertical([0, mixColours(wall, light.sun, 0.14)], [1, mixColours(wall, light.shade, 0.2)]));
  canvas.rect(side > 0 ? x + half * 0.2 : x - half, y - height, half * 0.8, height, light.shade, 0.16);
  canvas.rect(x - half * 1.16, y - height - width * 0.16, width * 1.16, width * 0.2, wall);
  for (let tooth = 0; tooth < 4; tooth++)
    canvas.rect(x - half * 1.16 + width * 0.3 * tooth, y - height - width * 0.32, width * 0.17, width * 0.18, wall);
  drawWindow(canvas, x - half * 0.14, y - height * 0.76, half * 0.26, width * 0.26, true);
}

function drawFlag(canvas: Canvas, x: number, y: number, size: number): void {
  const { random } = canvas;
  canvas.line(pathData`M${x} ${y}v${-size}`, canvas.tone('#4a3a30', 0.9), size * 0.05);
  canvas.path(
    pathData`M${x} ${y - size}q${size * 0.3} ${-size * 0.08} ${size * 0.62} ${size * 0.04}v${size * 0.3}q${-size * 0.3} ${-size * 0.12} ${-size * 0.62} ${-size * 0.02}Z`,
    canvas.tone(random.pick('#c9493d', '#2f6b8c', '#e0a03c'), 0.95),
  );
}

export function drawRuin(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const stone = random.pick('#ead9b4', '#dfc69c', '#e6ded0');
  drawHill(canvas, horizon - u * 0.05, u * 0.07, 5, '#8597a2', 0.14);
  drawHill(canvas, horizon + u * 0.02, u * 0.05, 6, '#8f9c84', 0.24);
  drawMist(canvas, horizon + u * 0.03, 0.55, 0.07);
  const slope = drawHill(canvas, horizon + u * 0.12, u * 0.03, 4, '#a8a86a', 0.5);
  for (let tree = 0; tree < 12; tree++) {
    const x = w * random.between(0, 1);
    drawCypress(canvas, x, lineYAt(canvas, slope, x) + u * 0.02, u * random.between(0.1, 0.17), canvas.tone('#4a6e4a', 0.6));
  }
  drawMist(canvas, horizon + u * 0.12, 0.3, 0.04);
  const ground = h * 0.83;
  drawHill(canvas, ground - u * 0.04, u * 0.008, 3, '#b9ae70', 0.85);
  drawColumns(canvas, ground, stone);
  drawHill(canvas, ground + u * 0.055, u * 0.01, 4, '#a5a25c', 0.97);
  for (let block = 0; block < 7; block++)
    drawFallenStone(canvas, w * random.between(0.06, 0.94), h * random.between(0.88, 0.96), u * random.between(0.04, 0.07), stone);
  drawBushes(canvas, -u * 0.05, w * 0.1, h * 0.97, u * 0.06, canvas.tone('#7a8a4c', 1));
  drawBushes(canvas, w * 0.9, w * 1.05, h * 0.97, u * 0.06, canvas.tone('#7a8a4c', 1));
  drawFlowers(canvas, h * 0.9, h, ['#e2574c', '#f6d55c'], 70);
  drawGrass(canvas, canvas.tone('#8a8a45', 1), 130);
  drawBirds(canvas, 5);
}

/** A row of columns on steps; some carry a beam, the others are broken off. */
function drawColumns(canvas: Canvas, y: number, stone: string): void {
  const { w, u, light, random } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const count = 8;
  const [left, gap] = [w / 2 - u * 0.49, (u * 0.98) / (count - 1)];
  for (let step = 0; step < 3; step++)
    canvas.rect(
      left - u * (0.09 - step * 0.02),
      y - u * 0.018 * (step + 1) + u * 0.04,
      u * (1.16 - step * 0.04),
      u * 0.02,
      mixColours(wall, light.shade, 0.16 - step * 0.04),
    );
  const first = Math.floor(random.between(0, 4));
  const foot = y - u * 0.014;
  const tall = u * 0.4;
  for (let column = 0; column < count; column++) {
    const isWhole = column >= first && column < first + 4;
    drawColumn(canvas, left + column * gap, foot, u * 0.032, isWhole ? tall : tall * random.between(0.2, 0.72), isWhole, wall);
  }
  const [from, to] = [left + first * gap - u * 0.05, left + (first + 3) * gap + u * 0.05];
  canvas.rect(
    from,
    foot - tall - u * 0.05,
    to - from,
    u * 0.05,
    canvas.vertical([0, mixColours(wall, light.sun, 0.2)], [1, mixColours(wall, light.shade, 0.12)]),
  );
  const rough: CanvasPoint[] = [
    [from, foot - tall - u * 0.049],
    [from + u * 0.02, foot - tall - u * 0.085],
    [from + (to - from) * 0.55, foot - tall - u * 0.09],
    [from + (to - from) * 0.62, foot - tall - u * 0.07],
    [to - u * 0.04, foot - tall - u * 0.066],
    [to, foot - tall - u * 0.049],
  ];
  canvas.path(polygonPath(...rough), wall);
}

/** A fluted column; a broken column ends in a slant. */
function drawColumn(canvas: Canvas, x: number, y: number, half: number, height: number, isWhole: boolean, wall: string): void {
  const { light, sun } = canvas;
  const narrow = half * 0.84;
  const top = y - height;
  const slant = isWhole ? 0 : half * 0.7;
  canvas.path(
    polygonPath([x - half, y], [x - narrow, top + slant], [x + narrow, top - slant], [x + half, y]),
    canvas.vertical([0, mixColours(wall, light.sun, 0.18)], [1, mixColours(wall, light.shade, 0.12)]),
  );
  const side = sun.x < x ? 1 : -1;
  canvas.path(
    polygonPath([x + side * half * 0.3, y], [x + side * narrow * 0.3, top], [x + side * narrow, top - side * slant], [x + side * half, y]),
    light.shade,
    0.18,
  );
  for (const at of [-0.55, -0.18, 0.2, 0.58])
    canvas.line(polylinePath([x + at * half, y], [x + at * narrow, top + half * 0.8]), mixColours(wall, light.shade, 0.3), half * 0.07, 0.5);
  if (isWhole) canvas.rect(x - half * 1.3, top - half * 0.2, half * 2.6, half * 0.5, mixColours(wall, light.sun, 0.2));
}

/** Draws a fallen stone block. */
function drawFallenStone(canvas: Canvas, x: number, y: number, size: number, stone: string): void {
  const { light } = canvas;
  const wall = canvas.tone(stone, 1);
  canvas.ellipse(x, y, size * 0.8, size * 0.12, light.shade, 0.3);
  canvas.rect(
    x - size * 0.7,
    y - size * 0.5,
    size * 1.4,
    size * 0.5,
    canvas.vertical([0, mixColours(wall, light.sun, 0.1)], [1, mixColours(wall, light.shade, 0.3)]),
    1,
    size * 0.08,
  );
  canvas.path(
    polygonPath(
      [x - size * 0.66, y - size * 0.48],
      [x - size * 0.4, y - size * 0.68],
      [x + size * 0.8, y - size * 0.68],
      [x + size * 0.68, y - size * 0.48],
    ),
    mixColours(wall, light.sun, 0.24),
  );
}
