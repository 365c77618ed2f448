import { Link } from '@tanstack/react-router';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Image } from '@waystory/ui/image.tsx';
import { ImageNotes } from '@waystory/ui/image-notes.tsx';
import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { coverOf, type Photo, photoOf } from '../../model/photo/photo.ts';
import { FollowButton } from '../../model/social/follow-button.tsx';
import type { ReelCard } from './reel-order.ts';
import { ReelLinks, ReelText } from './reel-words.tsx';
import { RouteInset } from './route-inset.tsx';
import type { ReelScene, useScenes } from './use-scenes.ts';

interface ReelBarsProps {
  scenes: readonly ReelScene[];
  current: number;
  /** The progress bar of the current scene fills by itself, then advances to the next scene. */
  runs: boolean;
  onFull: () => void;
}

/** A bar for every scene of the story: full, filling, or still to come. */
function ReelBars({ scenes, current, runs, onFull }: ReelBarsProps) {
  if (scenes.length < 2 && !runs) return <div className="h-1" />;
  return (
    <div aria-hidden="true" className="flex h-1 gap-1" data-scene={current}>
      {scenes.map(({ key }, index) => (
        <span key={key} className="flex-1 overflow-hidden rounded-full bg-white/35">
          {index <= current && (
            <span
              className={cn('block h-full rounded-full bg-white', index === current && runs && 'reel-fill')}
              onAnimationEnd={index === current ? onFull : undefined}
            />
          )}
        </span>
      ))}
    </div>
  );
}

export interface ReelStageProps {
  card: ReelCard;
  story: WholeItinerary | undefined;
  scenes: readonly ReelScene[];
  way: readonly Coordinates[];
  play: ReturnType<typeof useScenes>;
  turn: (by: number) => void;
  titleId: string;
  savesData: boolean;
  /** Preloads the picture of the next scene. */
  preloads: boolean;
}

const sceneTime = { '--scene-time': '6s' } as React.CSSProperties; // React's style type has no custom properties

/** Current scene: its picture and text below the progress bars of all scenes. */
export function ReelStage({ card, story, scenes, way, play, turn, titleId, savesData, preloads }: ReelStageProps) {
  const { current, isPaused, isHeld, runs } = play;
  const scene = scenes[current];
  const pictures = scenes.slice(current, preloads ? current + 2 : current + 1);
  const photo = scene ? photoOfScene(scene, card, savesData) : null;
  const overlay = cn('transition-opacity duration-base', isHeld && 'opacity-0');
  if (!scene) return null;
  return (
    <div
      data-paused={isPaused}
      style={sceneTime}
      className="relative isolate h-full w-full select-none overflow-hidden bg-[#0a2530] md:aspect-9/16 md:w-auto md:min-w-88 md:rounded-sheet md:shadow-overlay"
    >
      {pictures.map((one) => (
        <ReelPicture
          key={one.key}
          scene={one}
          photo={photoOfScene(one, card, savesData)}
          way={way}
          isCurrent={one === scene}
          arrives={runs && one === scene}
        />
      ))}
      <div aria-hidden="true" className="absolute inset-x-0 top-0 h-32 bg-linear-to-b from-[#0a0e18]/80 to-transparent" />
      <div aria-hidden="true" className="photo-scrim absolute inset-x-0 bottom-0 h-[62%]" />
      <SceneTurns current={current} count={scenes.length} turn={turn} hold={play.hold} />
      <div className={cn('absolute inset-x-3 top-3 flex flex-col gap-2.5', overlay)}>
        <ReelBars scenes={scenes} current={current} runs={runs} onFull={play.goOn} />
        <Byline card={card} story={story} play={play} />
        {photo && (
          <div className="relative h-6">
            <ImageNotes credit={photo.credit} illustration={photo.illustration ?? false} />
          </div>
        )}
      </div>
      <div className={cn('pointer-events-none absolute inset-x-4 bottom-4 slim:bottom-15 flex flex-col gap-3.5 [&_a]:pointer-events-auto', overlay)}>
        <div className="max-md:pr-14 slim:pr-0!">
          <ReelText card={card} story={story} scene={scene} way={way} titleId={titleId} />
        </div>
        <ReelLinks id={card.id} />
      </div>
    </div>
  );
}

function Byline({ card, story, play: { isStopped, toggle, runs } }: Pick<ReelStageProps, 'card' | 'story' | 'play'>) {
  const { t } = useTranslation('reels');
  const handle = card.accountUserName;
  const name = handle ? `@${handle}` : t('someone');
  return (
    <div className="flex min-h-10 items-center gap-2.5 pr-12 md:pr-0">
      <Avatar name={handle ?? t('someone')} src={story?.account?.avatarUrl ?? null} size="sm" className="slim:hidden" />
      {story ? (
        <Link
          to="/users/$userId"
          params={{ userId: story.accountId }}
          preload={false}
          className="focus-on-photo min-w-0 truncate rounded font-semibold text-small text-white"
        >
          {name}
        </Link>
      ) : (
        <span className="min-w-0 truncate font-semibold text-small text-white">{name}</span>
      )}
      {story && (
        <span className="contents slim:hidden">
          <FollowButton accountId={story.accountId} name={name} />
        </span>
      )}
      {runs && (
        <button
          type="button"
          aria-label={t(isStopped ? 'play' : 'pause')}
          onClick={toggle}
          className="focus-on-photo hit-area ml-auto grid size-9 shrink-0 place-items-center rounded-full text-white hover:bg-[#0e1626]/60"
        >
          {isStopped ? <Play aria-hidden="true" className="size-5 fill-current" /> : <Pause aria-hidden="true" className="size-5 fill-current" />}
        </button>
      )}
    </div>
  );
}

interface SceneTurnsProps {
  current: number;
  count: number;
  turn: (by: number) => void;
  hold: Omit<ReturnType<typeof useScenes>['hold'], 'isHeld'>;
}

/** Tap zones: the left third goes back, the rest advances; a long press pauses the scene. */
function SceneTurns({ current, count, turn, hold: { press, release, wasHeld } }: SceneTurnsProps) {
  const { t } = useTranslation('reels');
  const step = (by: number) => (): void => {
    if (!wasHeld.current) turn(by);
  };
  const styles = 'h-full cursor-default touch-pan-y outline-none focus-visible:bg-white/10 focus-visible:shadow-[inset_0_0_0_3px_#fff]';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches how long the buttons inside are pressed
    <div
      className="absolute inset-0 flex"
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      {count > 1 && (
        <>
          <button type="button" aria-label={t('sceneBefore')} aria-disabled={current === 0} onClick={step(-1)} className={cn(styles, 'w-1/3')} />
          <button
            type="button"
            aria-label={t('sceneAfter')}
            aria-disabled={current === count - 1}
            onClick={step(1)}
            className={cn(styles, 'w-2/3')}
          />
        </>
      )}
    </div>
  );
}

/** Image width for `sizes`: most pictures are landscape, so they are wider than the upright stage whose height they fill. */
const sizes = '140vh';

/** Picture of a scene, if any; a smaller variant in data-saver mode. */
function photoOfScene(scene: ReelScene, card: ReelCard, savesData: boolean): Photo | null {
  const size = savesData ? 'card' : 'large';
  return scene.kind === 'stop' ? photoOf(scene.entry.stop, size) : coverOf(card, size);
}

interface ReelPictureProps {
  scene: ReelScene;
  photo: Photo | null;
  way: readonly Coordinates[];
  isCurrent: boolean;
  /** The picture zooms in as it appears. */
  arrives: boolean;
}

/** Background of a scene: its picture, or a drawing of the route with the stop. */
function ReelPicture({ scene, photo, way, isCurrent, arrives }: ReelPictureProps) {
  const stop = scene.kind === 'stop' ? scene.entry.stop : null;
  return (
    <div className={cn('absolute inset-0 transition-opacity duration-base', !isCurrent && 'opacity-0')}>
      <Plate color={scene.kind === 'stop' ? chapterColorOf(scene.chapter) : '#0e5a63'} />
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
