import { Marker } from 'react-map-gl/maplibre';
import type { MapMarker } from './marker-steps.ts';

/** The name above a marker. */
export const MarkerName = ({ at: [longitude, latitude], name }: { at: MapMarker['at']; name: string }) => (
  <Marker longitude={longitude} latitude={latitude} anchor="bottom" offset={[0, -26]} style={{ pointerEvents: 'none' }}>
    <span className="block max-w-60 truncate rounded-full bg-ink px-3.5 py-1.5 text-small font-semibold text-canvas shadow-float">{name}</span>
  </Marker>
);
