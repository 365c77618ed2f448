import type { Ask } from '../cluster/ask.ts';
import type { LoadReport } from '../cluster/load.ts';
import type { Tally } from '../tally.ts';

/** Every upload that was acknowledged can be looked at. */
export async function checkPictures(ask: Ask, { pictures }: LoadReport, tally: Tally): Promise<void> {
  const lost: string[] = [];
  for (const path of pictures) {
    const { status } = await ask({ method: 'GET', path });
    if (status !== 200) lost.push(`${path} is answered with ${status}`);
  }
  tally.record(
    pictures.length > 0 && lost.length === 0,
    `of ${pictures.length} pictures that were taken ${lost.length} are lost ${lost[0] ?? ''}`.trimEnd(),
  );
}
