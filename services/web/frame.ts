export const logoMarkup =
  '<svg viewBox="0 0 40 40" fill="none" aria-hidden="true" class="shrink-0 size-9"><rect width="40" height="40" rx="13" fill="var(--accent)"/>' +
  '<path d="M8.5 14.5c1.2 7 2.7 12.5 5.2 12.5 3 0 3.5-9.5 6.3-9.5s3.3 9.5 6.3 9.5c2.3 0 3.7-3.5 4.5-8" stroke="var(--accent-ink)" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>' +
  '<circle cx="31.2" cy="12" r="3" fill="var(--accent-ink)"/></svg>';

export interface FrameState {
  /** State of the sidebar. For new visitors the window width decides: expanded in wide windows. */
  sidebar: 'expanded' | 'collapsed' | 'new';
  /** True when the app will show the cookie notice at the lower edge. */
  isConsentAsked: boolean;
}

const railWidth = { expanded: 'w-sidebar', collapsed: 'w-rail', new: 'w-rail xl:w-sidebar' };
const nameVisibility = { expanded: '', collapsed: 'hidden ', new: 'hidden xl:inline ' };

/** Frame of the app around a full-window page. Classes as in `web/src/app/layout/`, so that no element moves when the app starts. */
export const frameMarkup = (page: string, { sidebar, isConsentAsked }: FrameState): string => `<div class="flex min-h-dvh bg-canvas text-ink">
  <div class="sticky top-0 z-rail hidden h-dvh shrink-0 flex-col gap-1 overflow-hidden border-line border-r bg-surface px-1 py-3 md:flex ${railWidth[sidebar]}">
    <span class="mb-3 flex h-10 items-center gap-3 rounded-xl px-0.5 text-ink text-lg">${logoMarkup}<span class="${nameVisibility[sidebar]}font-extrabold tracking-tight">Waystory</span></span>
  </div>
  <div class="flex min-w-0 flex-1 flex-col pb-16 md:pb-0 h-dvh">
    <div class="sticky top-0 z-bar flex h-14 shrink-0 items-center border-line border-b bg-canvas/90 gap-2 px-3 md:px-5"><span class="-mr-1 size-9 coarse:min-w-11 md:hidden"></span><span class="md:hidden">${logoMarkup.replace('size-9', 'size-8')}</span></div>
    ${page}
    ${isConsentAsked ? '<div class="h-36 shrink-0 border-line border-t bg-raised sm:h-31 lg:h-14"></div>' : ''}
  </div>
  <div class="fixed inset-x-0 bottom-0 z-rail border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"><div class="h-16"></div></div>
</div>`;
