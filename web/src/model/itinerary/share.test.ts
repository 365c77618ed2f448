import { describe, expect, test, vi } from 'vitest';
import { shareLink } from './share.ts';

const link = { title: 'Atlantic light', url: 'https://waystory.example/itineraries/1' };
const refuse = () => Promise.reject(new Error('no'));

describe('Sharing a link', () => {
  test('uses the share sheet first', async () => {
    const share = vi.fn(async () => {});
    expect(await shareLink(link, { share, copy: refuse })).toBe('shared');
    expect(share).toHaveBeenCalledWith(link);
  });

  test('copies nothing when the sheet is dismissed', async () => {
    const copy = vi.fn(async () => {});
    expect(await shareLink(link, { share: () => Promise.reject(new DOMException('closed', 'AbortError')), copy })).toBe('dismissed');
    expect(copy).not.toHaveBeenCalled();
  });

  test('falls back to the clipboard when the sheet fails', async () => {
    const copy = vi.fn(async () => {});
    expect(await shareLink(link, { share: refuse, copy })).toBe('copied');
    expect(copy).toHaveBeenCalledWith(link.url);
  });

  test('fails when share sheet and clipboard are missing or fail', async () => {
    expect(await shareLink(link, { copy: refuse })).toBe('failed');
    expect(await shareLink(link, {})).toBe('failed');
  });
});
