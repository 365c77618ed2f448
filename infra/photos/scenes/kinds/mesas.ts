import { type Canvas, polygon } from '../canvas.ts';

/** Flat-topped rocks on the horizon. */
export function drawMesas(canvas: Canvas, foot: number, height: number, near: number): void {
  const { w, random } = canvas;
  const rock = canvas.tone('#b5694a', near);
  for (let mesa = 0; mesa < 5; mesa++) {
    const x = w * ((mesa + random.between(0, 0.6)) / 5);
    const [half, tall] = [w * random.between(0.03, 0.08), height * random.between(0.4, 1)];
    canvas.path(
      polygon([
        [x - half * 1.5, foot],
        [x - half, foot - tall * 0.5],
        [x - half * 0.9, foot - tall],
        [x + half * 0.85, foot - tall],
        [x + half, foot - tall * 0.5],
        [x + half * 1.6, foot],
      ]),
      rock,
    );
  }
}
