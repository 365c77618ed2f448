import { IconButton } from '@waystory/ui/button.tsx';
import { Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScaleControl } from 'react-map-gl/maplibre';
import { readerUsesMiles } from '../lib/measures.ts';
import { useReader } from '../lib/use-reader.ts';
import { zoomBy } from './camera.ts';

interface ZoomButtonsProps {
  map: MapLibreMap;
  /** Further controls below. */
  children?: ReactNode;
}

/** Zoom buttons at the upper right, not needed on touch screens. */
export function ZoomButtons({ map, children }: ZoomButtonsProps) {
  const { t } = useTranslation('map');
  return (
    <div className="absolute top-3 right-3 z-strip flex flex-col gap-2">
      <IconButton
        icon={<Plus />}
        label={t('zoomIn')}
        className="coarse:hidden"
        side="left"
        size="sm"
        variant="floating"
        onClick={() => zoomBy(map, 1)}
      />
      <IconButton
        icon={<Minus />}
        label={t('zoomOut')}
        className="coarse:hidden"
        side="left"
        size="sm"
        variant="floating"
        onClick={() => zoomBy(map, -1)}
      />
      {children}
    </div>
  );
}

/** Maximum width of the scale bar, pixels. */
const longest = 90;

/** Scale bar in the reader's units. */
export const ScaleBar = () => <ScaleControl unit={readerUsesMiles(useReader()) ? 'imperial' : 'metric'} maxWidth={longest} position="bottom-left" />;
