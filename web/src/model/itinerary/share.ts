/** Outcome of sharing; `dismissed` when the person cancelled it. */
export type ShareOutcome = 'shared' | 'copied' | 'dismissed' | 'failed';

/** Browser features for sharing. */
export interface ShareMethods {
  share?: (data: { title: string; url: string }) => Promise<void>;
  copy?: (text: string) => Promise<void>;
}

const isDismissal = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Passes a link to the system's share sheet, or to the clipboard when that is missing or fails. */
export async function shareLink(link: { title: string; url: string }, { share, copy }: ShareMethods): Promise<ShareOutcome> {
  if (share) {
    try {
      await share(link);
      return 'shared';
    } catch (error) {
      if (isDismissal(error)) return 'dismissed';
    }
  }
  try {
    if (!copy) return 'failed';
    await copy(link.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}

/** The share sheet suits touch; with a mouse, people expect a copied link. */
export const shareMethodsOf = (browser: Navigator, isCoarse: boolean): ShareMethods => ({
  ...(isCoarse && typeof browser.share === 'function' ? { share: (data) => browser.share(data) } : {}),
  // Browsers offer the clipboard to https pages only.
  ...(browser.clipboard ? { copy: (text) => browser.clipboard.writeText(text) } : {}),
});
