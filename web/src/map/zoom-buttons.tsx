import { IconButton } from '@waystory/ui/icon-button.tsx';
import { Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
      <IconButton label={t('zoomIn')} className="coarse:hidden" side="left" size="sm" variant="floating" onClick={() => zoomBy(map, 1)}>
        <Plus aria-hidden="true" />
      </IconButton>
      <IconButton label={t('zoomOut')} className="coarse:hidden" side="left" size="sm" variant="floating" onClick={() => zoomBy(map, -1)}>
        <Minus aria-hidden="true" />
      </IconButton>
      {children}
    </div>
  );
}
