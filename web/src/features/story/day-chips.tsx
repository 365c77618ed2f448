import { Link } from '@tanstack/react-router';
import { cn } from '@waystory/ui/class-names.ts';
import { scrollBehavior } from '@waystory/ui/media-query.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadChapter } from '../../map/story/story-focus.ts';
import type { Chapter } from '../../model/itinerary/chapters.ts';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';

/** Sticky strip with a link to each day of a story. */
export function DayChips({ chapters, onChoose }: { chapters: readonly Chapter[]; onChoose: (key: string) => void }) {
  const { t } = useTranslation('story');
  const reading = useReadChapter();
  const strip = useRef<HTMLElement>(null);

  useEffect(() => {
    const chip = reading && strip.current?.querySelector<HTMLElement>(`[data-chapter="${reading}"]`);
    if (!chip || !strip.current) return;
    // Scrolls the strip only, because `scrollIntoView` would scroll the page too.
    strip.current.scrollTo({ left: chip.offsetLeft - (strip.current.clientWidth - chip.offsetWidth) / 2, behavior: scrollBehavior() });
  }, [reading]);

  return (
    <nav ref={strip} aria-label={t('days')} className="no-scrollbar relative mx-auto flex max-w-[46rem] gap-2 overflow-x-auto px-5 py-2.5 sm:px-10">
      {chapters.map((chapter) => (
        <Link
          key={chapter.key}
          to="."
          hash={chapter.key}
          replace
          resetScroll={false}
          hashScrollIntoView={false}
          data-chapter={chapter.key}
          aria-current={reading === chapter.key ? 'true' : undefined}
          onClick={() => onChoose(chapter.key)}
          className={cn(
            'flex h-9 shrink-0 items-center gap-2 rounded-full border px-3.5 text-small font-semibold transition-colors duration-fast',
            reading === chapter.key ? 'border-ink bg-ink text-canvas' : 'border-line bg-surface hover:border-line-strong',
          )}
        >
          <span aria-hidden="true" className="size-2.5 rounded-full ring-1 ring-white/60" style={{ backgroundColor: chapterColorOf(chapter) }} />
          {chapter.day ? t('day', { number: chapter.day.number }) : t('moreStops.title')}
        </Link>
      ))}
    </nav>
  );
}
