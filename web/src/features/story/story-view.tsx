import { usePrefetchQuery } from '@tanstack/react-query';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { type LucideIcon, Map as MapIcon, Maximize2, Minimize2, X } from 'lucide-react';
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFirstPaint } from '../../lib/first-paint.ts';
import { basemapStatusQuery } from '../../map/basemap/basemap-status.ts';
import { FocusContext, StoryFocus, useStoryFocus } from '../../map/story/story-focus.ts';
import { entriesOf } from '../../model/itinerary/chapters.ts';
import { allowsLikesAndComments, type Story } from '../../model/itinerary/use-story.ts';
import { DayChips } from './day-chips.tsx';
import { StoryPaper } from './paper/story-paper.tsx';
import { ReadingLine, ReadingLineContext, useObservedRow } from './reading-line.ts';
import { storyRowsOf, wholeListLimit } from './rows.ts';
import { StoryCover } from './story-cover.tsx';
import { StoryEnd } from './story-end.tsx';
import { StoryIntro } from './story-intro.tsx';
import { LongStoryList, type StoryListHandle, WholeStoryList } from './story-list.tsx';
import { scrollIdOf, useReadingPosition } from './story-place.ts';
import { CommentsSection } from './talk.tsx';

/** Whether the page is printing. The browser prints the state at the return of its beforeprint event, hence flushSync. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // The media query covers print previews of tools, which fire no beforeprint event.
  const isPrintMedia = useMediaQuery('print');
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting || isPrintMedia;
}

const StoryMap = lazyPart(async () => (await import('./story-map.tsx')).StoryMap);

/** Share of a narrow window that the map takes. */
type MapSize = 'none' | 'half' | 'whole';

/** Breakpoint for story and map side by side. */
const besideQuery = '(min-width: 1024px)';

/** Story and map: side by side on a wide screen. On a narrow screen, the map opens above the text on demand. */
export function StoryView({ story }: { story: Story }) {
  useDocumentTitle(story.itinerary.title);
  const [focus] = useState(() => new StoryFocus());
  const isBeside = useMediaQuery(besideQuery);
  const [size, setSize] = useState<MapSize>('none');
  const text = useRef<StoryListHandle>(null);
  const isWhole = size === 'whole' && !isBeside;
  const isMapShown = isBeside || size !== 'none';
  const isPrinting = usePrinting();
  usePrefetchQuery(basemapStatusQuery(location.origin));
  const isPainted = useFirstPaint(StoryMap.preload);
  const hasStops = story.chapters.some(({ entries }) => entries.length > 0);
  const choose = useCallback((key: string) => text.current?.scrollTo(key, 'smooth'), []);
  const openStop = useCallback((key: string) => {
    text.current?.scrollTo(key, 'auto');
    // Rows of a long story render within the next frames.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(key)));
  }, []);

  return (
    <FocusContext value={focus}>
      {/* A print without the paper layout, for example before the scripts run, shows this layout with the whole story. */}
      <div className="flex h-full flex-col lg:flex-row-reverse print:block print:h-auto">
        {hasStops && isMapShown && (
          <div
            className={cn(
              'relative isolate shrink-0 border-line border-b bg-sunken lg:h-full lg:w-[45%] lg:border-b-0 lg:border-l',
              isWhole ? 'h-auto flex-1' : 'h-[42%]',
            )}
          >
            <Suspense fallback={<Skeleton className="size-full rounded-none" />}>
              {isPainted ? <StoryMap story={story} onChoose={choose} onOpen={openStop} /> : <Skeleton className="size-full rounded-none" />}
            </Suspense>
          </div>
        )}
        <StoryText story={story} ref={text} isHidden={isWhole} />
        {hasStops && !isBeside && <MapBar size={size} onSize={setSize} />}
      </div>
      {isPrinting && <StoryPaper story={story} />}
    </FocusContext>
  );
}

const focusRow = (key: string): void => document.getElementById(key)?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true });

/** Buttons on narrow screens that show the map in half or all of the window. Their separate row keeps the text uncovered. */
function MapBar({ size, onSize }: { size: MapSize; onSize: (size: MapSize) => void }) {
  const { t } = useTranslation('story');
  const [isShown, isWhole] = [size !== 'none', size === 'whole'];
  return (
    <div className="flex shrink-0 justify-center gap-2 border-line border-t bg-canvas px-4 py-1.5">
      <MapSizeButton label={t('map.toggle')} isOn={isShown} icon={isShown ? X : MapIcon} onPress={() => onSize(isShown ? 'none' : 'half')} />
      {isShown && (
        <MapSizeButton
          label={t('map.fullScreen')}
          isOn={isWhole}
          icon={isWhole ? Minimize2 : Maximize2}
          onPress={() => onSize(isWhole ? 'half' : 'whole')}
        />
      )}
    </div>
  );
}

const MapSizeButton = ({ label, isOn, icon: Icon, onPress }: { label: string; isOn: boolean; icon: LucideIcon; onPress: () => void }) => (
  <Button variant="secondary" size="sm" aria-pressed={isOn} icon={<Icon aria-hidden="true" />} onClick={onPress}>
    {label}
  </Button>
);

interface StoryTextProps {
  story: Story;
  ref: RefObject<StoryListHandle | null>;
  /** The map covers the window, and the text keeps its scroll position. */
  isHidden: boolean;
}

function StoryText({ story, ref, isHidden }: StoryTextProps) {
  const { t } = useTranslation('story');
  const scroller = useRef<HTMLDivElement>(null);
  const line = useReadingLine(scroller);
  const rows = useMemo(() => storyRowsOf(story.chapters), [story.chapters]);
  const isLong = entriesOf(story.chapters).length > wholeListLimit;
  const choose = useCallback((key: string) => ref.current?.scrollTo(key, 'smooth'), [ref]);
  const { id } = story.itinerary;
  // Ready once the list has its scroll container.
  useReadingPosition({ storyId: id, scroller, list: ref, isReady: line !== null && rows.length > 0 });

  return (
    <div
      ref={scroller}
      data-scroll-restoration-id={scrollIdOf(id)}
      inert={isHidden}
      className={cn('relative min-h-0 overflow-y-auto overscroll-contain lg:min-w-0 print:overflow-visible', isHidden ? 'h-0' : 'flex-1')}
    >
      <ReadingLineContext value={line}>
        <a
          href="#story-days"
          className="sr-only z-bar rounded-full bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:absolute focus:top-3 focus:left-3"
        >
          {t('skipToDays')}
        </a>
        <Opening story={story} />
        {story.chapters.length > 1 && (
          <div className="sticky top-0 z-strip border-line border-b bg-canvas/95 backdrop-blur-sm">
            <DayChips chapters={story.chapters} onChoose={choose} />
          </div>
        )}
        <div id="story-days" tabIndex={-1} className="mx-auto max-w-[46rem] px-5 outline-none sm:px-10">
          {isLong ? <LongStoryList ref={ref} rows={rows} scroller={scroller} scrollId={scrollIdOf(id)} /> : <WholeStoryList ref={ref} rows={rows} />}
        </div>
        <StoryEnd story={story} />
        {allowsLikesAndComments(story.itinerary) && (
          <CommentsSection thing={{ kind: 'itinerary', id }} className="mx-auto max-w-[46rem] border-line border-t px-5 pt-10 pb-28 sm:px-10" />
        )}
      </ReadingLineContext>
    </div>
  );
}

function Opening({ story }: { story: Story }) {
  return (
    <div ref={useObservedRow(null)}>
      <StoryCover story={story} />
      <div className="mx-auto max-w-[46rem] px-5 pb-8 sm:px-10">
        <StoryIntro story={story} />
      </div>
    </div>
  );
}

function useReadingLine(scroller: RefObject<HTMLElement | null>): ReadingLine | null {
  const focus = useStoryFocus();
  const [line, setLine] = useState<ReadingLine | null>(null);
  useEffect(() => {
    if (!scroller.current) return;
    const readingLine = new ReadingLine(scroller.current, focus);
    setLine(readingLine);
    return () => readingLine.stop();
  }, [scroller, focus]);
  return line;
}
