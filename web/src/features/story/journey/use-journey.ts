import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { channelsOf } from '../../../model/itinerary/day-colors.ts';
import { useMediaQuery } from '../../../ui/media-query.ts';
import type { Journey } from '../story-map-data.ts';
import type { JourneyOverlay } from './journey-overlay.ts';

const lineOf = ({ path, progress, color }: Journey) => ({ path, progress, color: channelsOf(color) });

/**
 * Draws ways over time below a layer of the map, and again whenever they change. What draws is loaded when the map has come to rest.
 * @returns Whether it draws; otherwise the map's own lines are all there is: before that, and for who asked for reduced motion.
 */
export function useJourney(map: MapLibreMap | null, journeys: readonly Journey[], beforeId: string): boolean {
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [overlay, setOverlay] = useState<JourneyOverlay | null>(null);

  useEffect(() => {
    if (!map || isReduced) return;
    let made: JourneyOverlay | null = null;
    let isGone = false;
    const leave = (): void => {
      isGone = true;
      made?.remove();
      made = null;
      setOverlay(null);
    };
    const fail = (error: unknown): void => {
      if (!isGone) console.warn('The way is not animated', error);
      // Not at once: the overlay is in the middle of drawing when it finds out.
      queueMicrotask(leave);
    };
    const load = async (): Promise<void> => {
      const { JourneyOverlay } = await import('./journey-overlay.ts');
      if (isGone) return;
      made = new JourneyOverlay(map, beforeId, fail);
      setOverlay(made);
    };
    const begin = (): void => void load().catch(fail);
    map.once('idle', begin);
    return () => {
      map.off('idle', begin);
      leave();
    };
  }, [map, isReduced, beforeId]);

  useEffect(() => overlay?.draw(journeys.map(lineOf)), [overlay, journeys]);
  return overlay !== null;
}
