import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Journey, journeysOf } from '../../../map/story/story-map-data.ts';
import type { Chapter } from '../../../model/itinerary/chapters.ts';
import { channelsOf } from '../../../model/itinerary/day-colors.ts';
import type { StreetLegs } from '../../../model/itinerary/street-ways.ts';
import type { JourneyOverlay } from './journey-overlay.ts';

/** `loading`: the overlay is being imported; `failed`: the import failed, or the device cannot draw the overlay. */
export type JourneyState = 'idle' | 'loading' | 'playing' | 'failed';

const lineOf = ({ path, progress, color }: Journey) => ({ path, progress, color: channelsOf(color) });

/**
 * Animates the routes of chapters below a map layer. The overlay is larger than the rest of the page, so it loads at the first start. A change of
 * chapters ends the animation.
 */
export function useJourneyAnimation(map: MapLibreMap | null, chapters: readonly Chapter[], beforeId: string, ways: StreetLegs) {
  const [state, setState] = useState<JourneyState>('idle');
  const overlay = useRef<JourneyOverlay | null>(null);
  /** Request counter: late results of an earlier request are dropped. */
  const turn = useRef(0);

  const leave = useCallback((next: JourneyState) => {
    turn.current++;
    overlay.current?.remove();
    overlay.current = null;
    setState(next);
  }, []);
  const stop = useCallback(() => leave('idle'), [leave]);

  const play = useCallback(async () => {
    if (!map) return;
    stop();
    const own = turn.current;
    const end = (next: JourneyState): void => {
      // Deferred, because the overlay calls back while it is drawing.
      queueMicrotask(() => own === turn.current && leave(next));
    };
    const fail = (error: unknown): void => {
      console.warn('The way cannot be animated', error);
      end('failed');
    };
    setState('loading');
    try {
      const { JourneyOverlay } = await import('./journey-overlay.ts');
      if (own !== turn.current) return;
      overlay.current = new JourneyOverlay(map, beforeId, { onEnd: () => end('idle'), onFailed: fail });
      overlay.current.draw(journeysOf(chapters, ways).map(lineOf));
      setState('playing');
    } catch (error) {
      fail(error);
    }
  }, [map, chapters, beforeId, ways, stop, leave]);

  // The animation belongs to one map and its chapters, so a change of either stops it.
  useEffect(() => stop, [map, chapters, stop]);
  return { state, play, stop };
}
