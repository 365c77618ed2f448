import { adminListPath } from './admin.ts';
import { type Author, signUpAuthor } from './author.ts';
import { processIdsOf } from './cluster-processes.ts';
import { pageAt, startOwnProduct } from './own-product.ts';
import { expect, signInStaff, test } from './people.ts';
import { createPublicStory } from './stories.ts';

const many = 5_000;
/** Number of concurrent requests that create comments. */
const atOnce = 50;

/** Product whose process is killed while the job runs. */
interface Ground {
  origin: string;
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * In a cluster, the worker process of the shared product is killed. Otherwise the test starts a separate product, because killing the only process
 * would disturb other tests.
 */
async function groundAt(origin: string): Promise<Ground> {
  const [worker] = processIdsOf('worker');
  if (worker === undefined) return startOwnProduct();
  return {
    origin,
    killAndRestart: async () => {
      process.kill(worker, 'SIGKILL');
      await expect.poll(() => processIdsOf('worker').filter((pid) => pid !== worker).length).toBe(1);
    },
    stop: async () => {},
  };
}

async function comment({ api }: Author, storyId: string): Promise<void> {
  let next = 0;
  const write = async (): Promise<void> => {
    while (next < many) await api.createPost({ body: { postableType: 'itinerary', postableId: storyId, text: `Comment ${next++}` } });
  };
  await Promise.all(Array.from({ length: atOnce }, write));
}

test('Bulk deletion of 5000 comments deletes each once when its process is killed', async ({ browser, origin }) => {
  test.setTimeout(600_000);
  const ground = await groundAt(origin);
  try {
    const author = await signUpAuthor(browser, ground.origin, 'author');
    const moderator = await signInStaff(browser, ground.origin, 'moderator', 'watch_keeper');
    const story = await createPublicStory(author, 'With very many comments');
    await comment(author, story.id);
    const filter = { postableId: story.id };
    const remaining = async (): Promise<number> => (await author.api.listPosts({ query: { filter: JSON.stringify(filter) } })).total;
    await expect.poll(remaining).toBe(many);

    const page = await pageAt(browser, moderator, ground.origin);
    await page.goto('/admin/posts');
    await expect(page.getByRole('button', { name: 'All matching' })).toBeDisabled();
    await page.goto(adminListPath('posts', filter));
    await page.getByRole('button', { name: 'All matching' }).click();
    await page.getByRole('menuitem', { name: 'Delete all matching' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete all matching posts' });
    await expect(dialog.getByText('5,000 match')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(11);
    const confirm = dialog.getByRole('button', { name: 'Delete 5,000' });
    await dialog.getByRole('textbox').fill('4999');
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill(String(many));
    const begun = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.status() === 202);
    await confirm.click();
    const { jobId: id } = (await (await begun).json()) as { jobId: string }; // as: body of a 202 response
    const job = () => moderator.api.getJob({ params: { id } });

    // Polled often, because the job deletes a thousand comments per step.
    await expect.poll(async () => (await job()).done, { intervals: [50] }).toBeGreaterThan(0);
    const { state, done } = await job();
    await ground.killAndRestart();
    expect([state, done < many]).toEqual(['running', true]);

    // The page shows no error, because polling continues after the restart.
    await dialog.getByRole('button', { name: 'Close' }).click();
    const tray = page.getByRole('region', { name: 'Jobs' });
    await expect(tray.getByText(/^(At work|Done): [1-5],000 of 5,000$/)).toBeVisible();
    await expect(tray.getByText('Done: 5,000 of 5,000')).toBeVisible({ timeout: 90_000 });
    await expect(tray.getByText('5,000 done', { exact: true })).toBeVisible();
    await expect.poll(remaining).toBe(0);
    // The audit log is a separate read model, which lags behind the comments with many processes.
    const deeds = moderator.api.listAudit;
    const query = { filter: JSON.stringify({ jobId: id, action: 'PostDeleted' }), limit: 1 };
    await expect.poll(async () => (await deeds({ query })).total, { timeout: 90_000 }).toBe(many);

    await page.reload();
    await tray.getByRole('link', { name: /^Job/ }).click();
    await expect(page.getByRole('main').getByText('5,000 done').first()).toBeVisible();
    await tray.getByRole('button', { name: 'Put away' }).click();
    await expect(tray).toHaveCount(0);
    await page.context().close();
  } finally {
    await ground.stop();
  }
});
