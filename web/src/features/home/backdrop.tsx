import './backdrop.css';
import { cn } from '@waystory/ui/class-names.ts';
import type { MapKind } from '../../map/map-kind.ts';

/** Background of the map: the night sky around the globe, or the colour of the sea. A placeholder globe stands there until the map is ready. */
export function Backdrop({ kind, isWaiting }: { kind: MapKind; isWaiting: boolean }) {
  if (kind === 'street') return <div aria-hidden="true" className="home-sea absolute inset-0" />;
  return (
    <div aria-hidden="true" className="home-sky absolute inset-0 overflow-hidden">
      <div className="home-stars absolute inset-0" />
      <div className={cn('home-globe transition-opacity duration-700', !isWaiting && 'opacity-0')} />
    </div>
  );
}
