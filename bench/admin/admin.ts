import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { machine } from '../harness/report.ts';
import { launchBrowser } from '../home/browser.ts';
import { type Figure, reportFigures } from '../home/figures.ts';
import { deepPages } from './deep-pages.ts';
import { deleteBesideUse } from './delete-beside-use.ts';
import { firstList } from './first-list.ts';
import { openStage } from './stage.ts';

/** The admin app beside a bare page, its lists over very many comments, and what moderators notice of a job that deletes very many of them. */
export async function adminBench({ short }: { short: boolean }): Promise<boolean> {
  const { comments, spam, samples, warm, cold } = short
    ? { comments: 40_000, spam: 2_000, samples: 3, warm: 3, cold: 1 }
    : { comments: 990_000, spam: 100_000, samples: 30, warm: 15, cold: 5 };
  const before = machine();
  execFileSync(process.execPath, [join(import.meta.dirname, '../../web/build.ts')], { stdio: 'inherit' });
  await using held = new AsyncDisposableStack();
  const { product, origin } = held.use(await openStage({ comments, spam }));
  const browser = await launchBrowser();
  held.defer(() => browser.close());
  const figures: Figure[] = [];
  // Told as they come: the last part may still fail after a quarter of an hour.
  const tell = (part: readonly Figure[]): void => {
    for (const { name, text } of part) console.log(`${name}: ${text}`);
    figures.push(...part);
  };
  tell(await firstList(browser, origin, { warm, cold }));
  tell(await deepPages(product, comments, samples));
  tell(await deleteBesideUse(browser, { product, origin }, spam));
  return reportFigures('admin', before, figures, { comments, spam, samples, warm, cold });
}
