import { useNavigate } from '@tanstack/react-router';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Input } from '@waystory/ui/field.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { SegmentedControl } from '@waystory/ui/segmented-control.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { ArrowLeft, LocateFixed, Map as MapIcon, Minus, Plus, Satellite, Search } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flyToLocation, zoomBy } from '../../map/camera.ts';
import { locate } from '../../map/location.ts';
import type { MapKind } from '../../map/map-kind.ts';

export interface MapHeadProps {
  /** Country filter; null without one. */
  country: CountryInView | null;
  /** The cards are countries, so the visitor may need an introduction. */
  isWorld: boolean;
  onLeave: () => void;
}

// Same position as in the server-rendered first screen, so hydration shifts nothing.
const frame = 'glass pointer-events-auto rounded-card text-ink shadow-float md:w-96';

/** Head over the map: a search field for the world, or a country filter with its reset. */
export function MapHead({ country, isWorld, onLeave }: MapHeadProps) {
  const { t } = useTranslation('home');
  if (country) return <CountryHead country={country} onLeave={onLeave} />;
  return (
    <div className={`${frame} p-2.5`}>
      <h1 className={isWorld ? 'text-pretty px-1 pb-2 font-semibold text-small' : 'sr-only'}>{t('sentence')}</h1>
      <SearchField />
    </div>
  );
}

/** Search field that submits to the results page. */
function SearchField() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate({ to: '/search', search: q ? { q } : {} });
  };
  return (
    <search>
      <form action="/search" onSubmit={search}>
        <Input
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={200}
          aria-label={t('searchLabel')}
          placeholder={t('search')}
          leading={<Search aria-hidden="true" />}
          className="h-11 bg-surface"
        />
      </form>
    </search>
  );
}

function CountryHead({ country: { code, name, itinerariesCount }, onLeave }: { country: CountryInView; onLeave: () => void }) {
  const { t } = useTranslation('home');
  return (
    <div className={`${frame} flex items-center gap-3 py-2 pr-2 pl-4`}>
      <img src={`/flags/${code}.svg`} alt="" width="36" height="24" className="h-6 w-9 shrink-0 rounded-[0.3125rem] object-cover shadow-lift" />
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-bold text-[1.0625rem] leading-tight tracking-tight">{name}</h1>
        <p className="text-caption text-muted tabular-nums">{t('itineraries', { count: itinerariesCount })}</p>
      </div>
      <Button variant="secondary" size="sm" icon={<ArrowLeft aria-hidden="true" />} onClick={onLeave}>
        {t('allCountries')}
      </Button>
    </div>
  );
}

interface MapControlsProps {
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
  // Icons only on a phone, because labels would cover the map.
  const iconOnly = !useIsDesktop();
  const segments = [
    { value: 'satellite', label: t('kind.satellite'), icon: <Satellite aria-hidden="true" />, iconOnly },
    { value: 'street', label: t('kind.street'), icon: <MapIcon aria-hidden="true" />, iconOnly },
  ] as const;
  return (
    <div className="pointer-events-auto flex flex-col items-end gap-3">
      {/* The hidden control reserves its space, so that the controls below do not shift. */}
      <div className={cn(!hasKinds && 'invisible')}>
        <SegmentedControl floating size="sm" label={t('kind.label')} segments={segments} value={kind} onValueChange={onKind} />
      </div>
      <IconButton
        icon={<LocateFixed />}
        variant="floating"
        side="left"
        label={t('locate.label')}
        loading={isLocating}
        disabled={!map}
        onClick={() => void findMe()}
      />
      <div className="hidden flex-col gap-1.5 md:flex">
        <IconButton icon={<Plus />} variant="floating" side="left" label={t('zoomIn')} disabled={!map} onClick={() => map && zoomBy(map, 1)} />
        <IconButton icon={<Minus />} variant="floating" side="left" label={t('zoomOut')} disabled={!map} onClick={() => map && zoomBy(map, -1)} />
      </div>
    </div>
  );
}
