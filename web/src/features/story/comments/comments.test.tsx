// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { auth } from '@waystory/client/identity/auth.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { ConfirmProvider } from '@waystory/ui/confirm-dialog.tsx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LoginPromptContext } from '../../../model/identity/sign-in-gate.ts';
import { queryClient } from '../../../model/query-client.ts';
import { dropCommentDraft, setCommentDraft } from '../../../model/social/comment-draft.ts';
import { Comments } from './comments.tsx';

const client = vi.hoisted(() => ({ listPosts: vi.fn(), listReactions: vi.fn(), createPost: vi.fn(), getMyAccount: vi.fn() }));
vi.mock('@waystory/client/api-client.ts', () => ({ client }));

const thing = { kind: 'itinerary', id: 'story' } as const;
const visitor = { attempted: true, awaited: false, redirecting: false, person: null };
const reader = { ...visitor, person: { subject: 'reader', email: null, name: null, roles: [] } };
const prompt = vi.fn();
// The test environment has no storage for answers.
vi.spyOn(console, 'info').mockImplementation(() => {});

/** Fixture of a comment, or of a reply to `replyToId`. Its id is its text, and its author has no name. */
const post = (id: string, minute: number, replyToId: string | null = null): PostView => {
  const at = `2026-05-01T08:${String(minute).padStart(2, '0')}:00Z`;
  return {
    ...{ id, text: id, replyToId, createdAt: at, updatedAt: at, firstCommentAt: at, version: 1, likeCount: 0, hidden: false },
    ...{ accountId: 'somebody', account: null, imageUrl: null, fileId: null, file: null },
    ...{ postableType: 'itinerary', postableId: 'story', itineraryId: 'story' },
  };
};
const replies = (count: number, to: string) => Array.from({ length: count }, (_, index) => post(`reply ${index + 1}`, index + 2, to));

/** Shows the comments of these pages. Without a translation the key is the text. */
async function show(...pages: PostView[][]): Promise<void> {
  const total = pages.flat().length;
  client.listPosts.mockImplementation(async ({ query: { after = '0' } }: { query: { after?: string } }) => {
    const page = Number(after);
    return { items: pages[page] ?? [], total, page: 1, limit: 30, ...(page + 1 < pages.length && { next: String(page + 1) }) };
  });
  const page = (
    <QueryClientProvider client={queryClient}>
      <LoginPromptContext value={prompt}>
        <ConfirmProvider>
          <Comments thing={thing} headingId="comments" onRead={() => {}} />
        </ConfirmProvider>
      </LoginPromptContext>
    </QueryClientProvider>
  );
  // Lazy components load at the first render.
  await act(async () => void render(page));
  await screen.findAllByRole('article', {}, { timeout: 10_000 });
}
const article = (text: string): HTMLElement => {
  const found = screen.getAllByRole('article').find((one) => within(one).queryByText(text));
  return found ?? expect.fail(`there is no comment ${text}`);
};
const texts = () => screen.getAllByRole('article').map((one) => one.querySelector('p.whitespace-pre-line')?.textContent);
const answer = async (text: string): Promise<HTMLTextAreaElement> => {
  await userEvent.click(within(article(text)).getByRole('button', { name: 'comments.replyTo' }));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'comments.replyLabel' });
};
const noForm = () => expect(screen.queryByRole('textbox', { name: 'comments.replyLabel' })).toBeNull();

beforeEach(() => {
  for (const mock of [...Object.values(client), prompt]) mock.mockReset();
  client.listReactions.mockResolvedValue({ items: [], total: 0 });
  client.getMyAccount.mockResolvedValue({ id: 'reader', userName: 'reader', avatarUrl: null });
  auth.state = reader;
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  auth.state = { ...visitor, attempted: false };
  for (const id of [null, 'first', 'reply 1', 'late']) dropCommentDraft(thing, id);
});

describe('a comment thread', () => {
  test('shows its replies below its comment', async () => {
    await show([post('second', 9), post('first', 1), ...replies(2, 'first')]);
    expect(texts()).toEqual(['second', 'first', 'reply 1', 'reply 2']);
    expect(within(screen.getByRole('list', { name: 'comments.replies' })).getAllByRole('article')).toHaveLength(2);
  });

  test('is folded when long; unfolding focuses the first revealed reply', async () => {
    await show([post('first', 1), ...replies(8, 'first')]);
    expect(texts()).toEqual(['first', 'reply 1', 'reply 2', 'reply 3']);
    await userEvent.click(screen.getByRole('button', { name: 'comments.moreReplies' }));
    expect(texts()).toHaveLength(9);
    await waitFor(() => expect(document.activeElement).toBe(article('reply 4')));
    expect(screen.queryByRole('button', { name: 'comments.moreReplies' })).toBeNull();
  });

  test('does not fold a single remaining reply', async () => {
    await show([post('first', 1), ...replies(4, 'first')]);
    expect(texts()).toHaveLength(5);
  });

  test('hides the number of replies while the next page may hold more', async () => {
    await show([post('first', 1), ...replies(5, 'first')], [post('last one', 50, 'first')]);
    expect(screen.getByRole('button', { name: 'comments.restOfReplies' })).toBeTruthy();
  });

  test('shows a placeholder for a deleted comment', async () => {
    await show(replies(1, 'first'));
    expect(screen.getByText('comments.removed')).toBeTruthy();
    expect(texts()).toEqual(['reply 1']);
  });
});

describe('a reply to a comment', () => {
  test('appears below its comment, is sent once, and receives the focus', async () => {
    await show([post('first', 1), ...replies(6, 'first')]);
    client.createPost.mockResolvedValue(post('Up the stairs', 40, 'first'));
    const field = await answer('first');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.type(field, 'Up the stairs');
    await userEvent.click(screen.getByRole('button', { name: 'comments.sendReply' }));
    await waitFor(() => expect(texts().at(-1)).toBe('Up the stairs'));
    expect(client.createPost.mock.calls.map(([{ body }]) => body)).toEqual([
      { text: 'Up the stairs', postableType: 'itinerary', postableId: 'story', replyToId: 'first' },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(article('Up the stairs')));
    noForm();
  });

  test('stays with an error when refused, and a retry uses the same idempotency key', async () => {
    await show([post('first', 1)]);
    const problem = { type: '', title: '', status: 404, code: 'post/reply-to-unknown', detail: '', traceId: '' };
    client.createPost.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new ResponseError(404, problem));
    const field = await answer('first');
    await userEvent.type(field, 'Up the stairs');
    for (const words of ['comments.replyFailed', 'comments.replyGone']) {
      await userEvent.click(screen.getByRole('button', { name: 'comments.sendReply' }));
      expect(await screen.findByText(words)).toBeTruthy();
      expect(field.value).toBe('Up the stairs');
    }
    const [first, second] = client.createPost.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(first).toBe(second);
  });

  test('closes with Escape while empty, and returns the focus to its comment', async () => {
    await show([post('first', 1)]);
    const field = await answer('first');
    await userEvent.type(field, 'U');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'comments.replyLabel' })).toBe(field);
    await userEvent.clear(field);
    await userEvent.keyboard('{Escape}');
    noForm();
    await waitFor(() => expect(document.activeElement).toBe(article('first')));
  });

  test('receives the focus again when the reply button of the comment is pressed a second time', async () => {
    await show([post('first', 1)]);
    await userEvent.type(await answer('first'), 'Mine');
    const field = await answer('first');
    expect([field.value, document.activeElement]).toEqual(['Mine', field]);
  });

  test('keeps its form and text when another comment is answered', async () => {
    await show([post('second', 9), post('first', 1)]);
    await userEvent.type(await answer('first'), 'Mine');
    await userEvent.click(within(article('second')).getByRole('button', { name: 'comments.replyTo' }));
    const fields = await screen.findAllByRole<HTMLTextAreaElement>('textbox', { name: 'comments.replyLabel' });
    expect(fields.map(({ value }) => value)).toEqual(['', 'Mine']);
  });

  test('keeps its draft when its comment is deleted', async () => {
    await show([post('second', 9), post('first', 1)]);
    await userEvent.type(await answer('first'), 'Mine');
    client.listPosts.mockResolvedValue({ items: [post('second', 9)], total: 1 });
    await act(() => queryClient.invalidateQueries());
    await screen.findByText('comments.removed');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'comments.replyLabel' }).value).toBe('Mine');
  });
});

describe('a visitor', () => {
  test('who presses the reply button gets the sign-in prompt with the reply as intent', async () => {
    auth.state = visitor;
    await show([post('first', 1)]);
    await userEvent.click(within(article('first')).getByRole('button', { name: 'comments.replyTo' }));
    const intent = { kind: 'comment', thing, text: '', replyToId: 'first' };
    await waitFor(() => expect(prompt).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ intent })));
    noForm();
  });

  test('finds the reply form open with their text after the sign-in, also for a comment of a later page of comments', async () => {
    setCommentDraft({ thing, text: 'Up the stairs', replyToId: 'late' });
    await show([post('second', 9)], [post('first', 5)], [post('late', 1)]);
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'comments.replyLabel' });
    expect(field.value).toBe('Up the stairs');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.click(screen.getByRole('button', { name: 'comments.cancel' }));
    noForm();
  });

  test('finds the reply as a draft of a new comment when its comment was deleted', async () => {
    setCommentDraft({ thing, text: 'Up the stairs', replyToId: 'late' });
    await show([post('second', 9)], [post('first', 5)]);
    const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'comments.label' });
    await waitFor(() => expect(field().value).toBe('Up the stairs'));
    noForm();
  });
});
