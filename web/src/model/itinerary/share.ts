/** Outcome of sharing; `dismissed` when the person cancelled it. */
export type Shared = 'shared' | 'copied' | 'dismissed' | 'failed';

/** The parts of the browser that take a link. */
export interface Sharing {
  share?: (data: { title: string; url: string }) => Promise<void>;
  copy?: (text: string) => Promise<void>;
}

const isDismissal = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Hands a link to the share sheet of the system, or to the clipboard where there is none or it fails. */
export async function shareLink(link: { title: string; url: string }, { share, copy }: Sharing): Promise<Shared> {
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

/** The share sheet is for fingers; with a mouse a copied link is what people expect. */
export const sharingOf = (browser: Navigator, isCoarse: boolean): Sharing => ({
  ...(isCoarse && typeof browser.share === 'function' ? { share: (data) => browser.share(data) } : {}),
  // Browsers hide the clipboard from pages that do not come over https.
  ...(browser.clipboard ? { copy: (text) => browser.clipboard.writeText(text) } : {}),
});
