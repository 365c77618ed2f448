import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { MapView } from '../../map/map-view.tsx';
import { collapseAttribution } from './fold-credits.ts';

/** Zoom level: close enough to recognize the town, while the built-in map still has content. */
const zoom = 8;

/** Location map of one stop. */
export function StopMap({ at: { latitude, longitude }, color }: { at: Coordinates; color: string }) {
  const { t } = useTranslation('story');
  const [isUnsupported, setUnsupported] = useState(false);
  if (isUnsupported) return <EmptyState icon={<MapPin />} title={t('stop.mapLabel')} text={t('map.unavailable')} className="py-4" />;
  return (
    <MapView
      initialView={{ latitude, longitude, zoom }}
      kind="street"
      label={t('stop.mapLabel')}
      onReady={collapseAttribution}
      onUnsupported={() => setUnsupported(true)}
    >
      <Marker latitude={latitude} longitude={longitude} anchor="center">
        <span className="block size-5 rounded-full border-[3px] border-white shadow-float" style={{ backgroundColor: color }} />
      </Marker>
    </MapView>
  );
}
