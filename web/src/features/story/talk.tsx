import { cn } from '@waystory/ui/class-names.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useNearViewport } from '@waystory/ui/lazy-visibility.ts';
import { scrollBehavior } from '@waystory/ui/media-query.ts';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { Suspense, useCallback } from 'react';
import { useCommentDraft } from '../../model/social/comment-draft.ts';
import type { Commentable } from '../../model/social/comments.query.ts';

// Loaded on demand, because the comments are below the end of the story.
const Comments = lazyPart(async () => (await import('./comments/comments.tsx')).Comments);

const placeId = 'talk';

const show = (place: HTMLElement | null): void => place?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });

/** Scrolls to the comments of the page and focuses them. */
export function goToComments(): void {
  const place = document.getElementById(placeId);
  show(place);
  place?.focus({ preventScroll: true });
}

/** Comments of the page, loaded near the viewport, or at once when a draft is restored. */
export function CommentsSection({ thing, className }: { thing: Commentable; className?: string }) {
  const [place, isNear] = useNearViewport<HTMLDivElement>(false);
  const draft = useCommentDraft(thing);
  // Scrolls again: before the comments loaded, the page was too short to bring them up.
  const showAgain = useCallback(() => {
    if (document.activeElement === place.current) show(place.current);
  }, [place]);
  return (
    <div id={placeId} ref={place} tabIndex={-1} className={cn('min-h-96 scroll-mt-20 outline-none print:hidden', className)}>
      {(isNear || draft) && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <Comments thing={thing} headingId="comments" onRead={showAgain} />
        </Suspense>
      )}
    </div>
  );
}
