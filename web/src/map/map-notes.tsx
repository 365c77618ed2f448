import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { X } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cityZoom, dismissStreetHint, isStreetHintDue } from './street-hint.ts';

const noteStyles = 'glass pointer-events-auto animate-fade-in text-caption text-ink shadow-float';

export interface MapNotesProps {
  map: MapLibreMap | null;
  /** Progress of the built-in map; null when complete. */
  percent: number | null;
  /** The page allows the hint, and the map has no streets. */
  isHintWanted: boolean;
}

/** Notes at the upper edge: the built-in map is still being built, or has no streets here. */
export function MapNotes({ map, percent, isHintWanted }: MapNotesProps) {
  const { t } = useTranslation('map');
  const [isHinted, setHinted] = useStreetHint(map, isHintWanted);
  const dismiss = (): void => {
    dismissStreetHint();
    setHinted(false);
  };
  return (
    <div
      role="status"
      className="pointer-events-none absolute top-[calc(0.75rem+var(--map-covered-top,0px))] right-[var(--map-notes-right,4.25rem)] left-3 z-strip flex flex-col items-start gap-2"
    >
      {percent !== null && <p className={cn(noteStyles, 'rounded-full px-4 py-1.5 tabular-nums')}>{t('drawing', { percent })}</p>}
      {isHinted && (
        <div className={cn(noteStyles, 'flex max-w-lg items-center gap-2 rounded-control py-1 pr-1 pl-4')}>
          <p className="text-pretty py-1">{t('streetHint')}</p>
          <Button variant="quiet" size="icon-sm" aria-label={t('dismiss')} onClick={dismiss}>
            <X aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}

function useStreetHint(map: MapLibreMap | null, isHintWanted: boolean): [boolean, (hinted: boolean) => void] {
  const [isHinted, setHinted] = useState(false);
  useEffect(() => {
    if (!map || !isHintWanted) return;
    const look = (): void => {
      const zoom = map.getZoom();
      if (isStreetHintDue(zoom)) setHinted(true);
      else if (zoom < cityZoom) setHinted(false);
    };
    look();
    map.on('zoomend', look);
    return () => void map.off('zoomend', look);
  }, [map, isHintWanted]);
  return [isHinted, setHinted];
}
