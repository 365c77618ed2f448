import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { createRandom } from './drawing/canvas.ts';
import { drawScene } from './drawing/draw-scene.ts';
import { type Scene, thumbnailWidth } from './scene.ts';

/** Request to the render worker. */
export interface RenderRequest {
  scene: Scene;
  width: number;
}
export type RenderReply = { bytes: Uint8Array<ArrayBuffer> } | { error: string };

// Lower priority than the main thread, which answers requests. On Linux the call affects only this thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const quality = 82;
/** Side of the square of noise that is laid over a picture, pixels. */
const grainSide = 256;

// One core per picture, so that the other cores can answer requests.
sharp.concurrency(1);
sharp.cache(false);

/** Fine noise prevents banding in wide gradients. */
function grain(): Buffer {
  const random = createRandom('grain');
  return Buffer.from(
    Array.from({ length: grainSide * grainSide }, () => [0, 0, 0].fill(Math.round(128 + (random.next() - 0.5) * 70)).concat(20)).flat(),
  );
}
const noise = { input: grain(), raw: { width: grainSide, height: grainSide, channels: 4 as const }, tile: true, blend: 'overlay' as const };

async function render({ scene, width }: RenderRequest): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(Buffer.from(drawScene(scene, width)));
  const bytes = await (width > thumbnailWidth ? picture.composite([noise]) : picture).webp({ quality, effort: 3 }).toBuffer();
  return Uint8Array.from(bytes);
}

parentPort?.on('message', (request: RenderRequest) => {
  render(request).then(
    (bytes) => parentPort?.postMessage({ bytes } satisfies RenderReply, [bytes.buffer]),
    (error: unknown) => parentPort?.postMessage({ error: String(error) } satisfies RenderReply),
  );
});
