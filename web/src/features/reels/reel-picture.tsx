import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { colorOf } from '../../model/itinerary/day-colors.ts';
import { coverOf, type Photo, photoOf } from '../../model/photo/photo.ts';
import type { ReelCard } from './reel-order.ts';
import { RouteInset } from './route-inset.tsx';
import type { Scene } from './scenes.ts';

/** The stage is upright and most pictures are not: to fill its height they are wider than it. */
const sizes = '140vh';

/** Picture of a scene, if any; a smaller variant in data-saver mode. */
export function photoOfScene(scene: Scene, card: ReelCard, savesData: boolean): Photo | null {
  const size = savesData ? 'card' : 'large';
  return scene.kind === 'stop' ? photoOf(scene.entry.stop, size) : coverOf(card, size);
}

export interface ReelPictureProps {
  scene: Scene;
  photo: Photo | null;
  way: readonly Coordinates[];
  isCurrent: boolean;
  /** The picture zooms in as it appears. */
  arrives: boolean;
}

/** Content of the stage: a picture, or a plate with the way and the place on it. */
export function ReelPicture({ scene, photo, way, isCurrent, arrives }: ReelPictureProps) {
  const stop = scene.kind === 'stop' ? scene.entry.stop : null;
  return (
    <div className={cn('absolute inset-0 transition-opacity duration-base', !isCurrent && 'opacity-0')}>
      <Plate color={scene.kind === 'stop' ? colorOf(scene.chapter) : '#0e5a63'} />
      {photo && (
        <div className={cn('absolute inset-0', arrives && 'reel-arrive')}>
          <Image {...photo} sizes={sizes} credit={null} illustration={false} alt="" fill eager className="bg-transparent" />
        </div>
      )}
      {photo && scene.kind === 'way' && <div className="absolute inset-0 bg-[#0a1c26]/75" />}
      {(!photo || scene.kind === 'way') && (
        <RouteInset
          way={way}
          at={stop?.isLocated ? stop.coordinates : undefined}
          width={360}
          height={420}
          className="absolute inset-x-0 top-[12%] h-[55%] w-full"
        />
      )}
    </div>
  );
}

/** A sea with rings, as around an island on an old chart, in the colour of the day. */
function Plate({ color }: { color: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 360 640" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full bg-[#0a2530]">
      <rect width="360" height="640" fill={color} opacity="0.55" />
      {[70, 130, 200, 280, 370, 470].map((radius) => (
        <circle key={radius} cx="230" cy="190" r={radius} fill="none" stroke="#fff" strokeOpacity="0.09" strokeWidth="1.5" />
      ))}
    </svg>
  );
}
