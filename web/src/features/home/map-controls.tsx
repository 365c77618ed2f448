import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { IconButton } from '@waystory/ui/icon-button.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { LocateFixed, Map as MapIcon, Minus, Plus, Satellite } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flyToLocation, zoomBy } from '../../map/camera.ts';
import { locate } from '../../map/location.ts';
import type { MapKind } from '../../map/map-kind.ts';

export interface MapControlsProps {
  /** Null before the map is ready; the controls reserve their space. */
  map: MapLibreMap | null;
  kind: MapKind;
  /** Satellite and street map are both available for this view. */
  hasKinds: boolean;
  onKind: (kind: MapKind) => void;
  onLocated: (position: Coordinates) => void;
}

/** Map controls: satellite or streets, zoom, and geolocation (spec 2.7). */
export function MapControls({ map, kind, hasKinds, onKind, onLocated }: MapControlsProps) {
  const { t } = useTranslation('home');
  const [isLocating, setLocating] = useState(false);
  const findMe = async (): Promise<void> => {
    setLocating(true);
    const position = await locate();
    setLocating(false);
    if (typeof position === 'string') {
      toast.error(t(`locate.${position}`));
      return;
    }
    onLocated(position);
    if (map) flyToLocation(map, position);
  };
  // The words would leave the map of a phone no room.
  const iconOnly = !useIsDesktop();
  const segments = [
    { value: 'satellite', label: t('kind.satellite'), icon: <Satellite aria-hidden="true" />, iconOnly },
    { value: 'street', label: t('kind.street'), icon: <MapIcon aria-hidden="true" />, iconOnly },
  ] as const;
  return (
    <div className="pointer-events-auto flex flex-col items-end gap-3">
      {/* Its space is reserved, so that the controls below do not shift. */}
      <div className={cn(!hasKinds && 'invisible')}>
        <SegmentedControl floating size="sm" label={t('kind.label')} segments={segments} value={kind} onValueChange={onKind} />
      </div>
      <IconButton variant="floating" side="left" label={t('locate.label')} loading={isLocating} disabled={!map} onClick={() => void findMe()}>
        <LocateFixed aria-hidden="true" />
      </IconButton>
      <div className="hidden flex-col gap-1.5 md:flex">
        <IconButton variant="floating" side="left" label={t('zoomIn')} disabled={!map} onClick={() => map && zoomBy(map, 1)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton variant="floating" side="left" label={t('zoomOut')} disabled={!map} onClick={() => map && zoomBy(map, -1)}>
          <Minus aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
