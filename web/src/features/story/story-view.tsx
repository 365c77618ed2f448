import { Map as MapIcon, X } from 'lucide-react';
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstPaint } from '../../lib/first-paint.ts';
import { Button } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMediaQuery } from '../../ui/media-query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { entriesOf } from './chapters.ts';
import { DayChips } from './day-chips.tsx';
import { FocusContext, ReadingFocus, useReadingFocus } from './reading-focus.ts';
import { LineContext, ReadingLine, useWatched } from './reading-line.ts';
import { rowsOf, wholeUpTo } from './rows.ts';
import type { Story } from './story.query.ts';
import { StoryCover } from './story-cover.tsx';
import { StoryEnd } from './story-end.tsx';
import { StoryIntro } from './story-intro.tsx';
import { LongStoryList, type StoryListHandle, WholeStoryList } from './story-list.tsx';
import { isTalkedAbout, Talk } from './talk.tsx';

const StoryMap = lazyPart(async () => (await import('./story-map.tsx')).StoryMap);

/** From here on the map has its own half of the window. */
const besideQuery = '(min-width: 1024px)';

/** The story and its map: side by side on a wide screen, the map on top when asked for on a narrow one. */
export function StoryView({ story }: { story: Story }) {
  const { t } = useTranslation('story');
  useDocumentTitle(story.itinerary.title);
  const [focus] = useState(() => new ReadingFocus());
  const isBeside = useMediaQuery(besideQuery);
  const [isAsked, setAsked] = useState(false);
  const text = useRef<StoryListHandle>(null);
  const isMapShown = isBeside || isAsked;
  const isPainted = useFirstPaint();
  const hasStops = story.chapters.some(({ entries }) => entries.length > 0);
  const choose = useCallback((key: string) => text.current?.scrollTo(key, 'smooth'), []);

  return (
    <FocusContext value={focus}>
      <div className="flex h-full flex-col lg:flex-row-reverse print:block print:h-auto">
        {hasStops && isMapShown && (
          <div className="relative isolate h-[42%] bg-sunken shrink-0 border-line border-b lg:h-full lg:w-[45%] lg:border-b-0 lg:border-l print:hidden">
            <Suspense fallback={<Skeleton className="size-full rounded-none" />}>
              {isPainted ? <StoryMap story={story} onChoose={choose} /> : <Skeleton className="size-full rounded-none" />}
            </Suspense>
          </div>
        )}
        <StoryText story={story} ref={text} />
        {hasStops && !isBeside && (
          <Button
            size="md"
            aria-pressed={isAsked}
            onClick={() => setAsked(!isAsked)}
            icon={isAsked ? <X aria-hidden="true" /> : <MapIcon aria-hidden="true" />}
            className="absolute bottom-5 left-1/2 z-strip -translate-x-1/2 bg-ink text-canvas shadow-float hover:bg-ink print:hidden"
          >
            {t('map.toggle')}
          </Button>
        )}
      </div>
    </FocusContext>
  );
}

function StoryText({ story, ref }: { story: Story; ref: RefObject<StoryListHandle | null> }) {
  const { t } = useTranslation('story');
  const scroller = useRef<HTMLDivElement>(null);
  const line = useReadingLine(scroller);
  const rows = useMemo(() => rowsOf(story.chapters), [story.chapters]);
  const isLong = entriesOf(story.chapters).length > wholeUpTo;
  const choose = useCallback((key: string) => ref.current?.scrollTo(key, 'smooth'), [ref]);
  // By then the list knows what scrolls.
  useAnchor(ref, line !== null && rows.length > 0);

  return (
    <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain lg:min-w-0 print:overflow-visible">
      <LineContext value={line}>
        <a
          href="#story-days"
          className="sr-only z-bar rounded-full bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
        >
          {t('skipToDays')}
        </a>
        <Opening story={story} />
        {story.chapters.length > 1 && (
          <div className="sticky top-0 z-strip border-line border-b bg-canvas/95 backdrop-blur-sm print:hidden">
            <DayChips chapters={story.chapters} onChoose={choose} />
          </div>
        )}
        <div id="story-days" tabIndex={-1} className="mx-auto max-w-[46rem] px-5 outline-none sm:px-10">
          {isLong ? <LongStoryList ref={ref} rows={rows} scroller={scroller} /> : <WholeStoryList ref={ref} rows={rows} />}
        </div>
        <StoryEnd story={story} />
        {isTalkedAbout(story.itinerary) && (
          <Talk
            thing={{ kind: 'itinerary', id: story.itinerary.id }}
            className="mx-auto max-w-[46rem] border-line border-t px-5 pt-10 pb-28 sm:px-10"
          />
        )}
      </LineContext>
    </div>
  );
}

function Opening({ story }: { story: Story }) {
  return (
    <div ref={useWatched(null)}>
      <StoryCover story={story} />
      <div className="mx-auto max-w-[46rem] px-5 pb-8 sm:px-10">
        <StoryIntro story={story} />
      </div>
    </div>
  );
}

function useReadingLine(scroller: RefObject<HTMLElement | null>): ReadingLine | null {
  const focus = useReadingFocus();
  const [line, setLine] = useState<ReadingLine | null>(null);
  useEffect(() => {
    if (!scroller.current) return;
    const made = new ReadingLine(scroller.current, focus);
    setLine(made);
    return () => made.stop();
  }, [scroller, focus]);
  return line;
}

/** Follows the anchor of the address, once: later ones are followed by whoever sets them. */
function useAnchor(ref: RefObject<StoryListHandle | null>, isReady: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    const key = decodeURIComponent(location.hash.slice(1));
    if (key) ref.current?.scrollTo(key, 'auto');
  }, [ref, isReady]);
}
