import { Image } from '@waystory/ui/image.tsx';
import { ImageNotes } from '@waystory/ui/image-notes.tsx';
import { entriesOf, isAccepted, withLocatedStops } from '../../model/itinerary/chapters.ts';
import { routeSketch } from '../../model/itinerary/route-sketch.ts';
import type { Story } from '../../model/itinerary/use-story.ts';
import { photoOf } from '../../model/photo/photo.ts';
import { CountryFlags } from './country-flags.tsx';

/** Size of the sketch, and of its upper part, which the title does not cover; SVG units. */
const size = { width: 960, height: 600 };
const clear = { width: 960, height: 380 };

/** Opening picture of a story with its title. A story without a picture has a drawing of its route instead. */
export function StoryCover({ story }: { story: Story }) {
  const { itinerary } = story;
  const photo = photoOf(itinerary, 'large');
  return (
    <header className="relative isolate flex min-h-[min(62dvh,30rem)] flex-col justify-end overflow-hidden">
      {photo ? <Image {...photo} credit={null} illustration={false} alt="" fill priority className="-z-10" /> : <Sketch story={story} />}
      <div aria-hidden="true" className="photo-scrim absolute inset-x-0 bottom-0 -z-10 h-[85%]" />
      <div className="mx-auto w-full max-w-[46rem] px-5 pt-24 pb-10 text-white sm:px-10">
        <CountryFlags countries={itinerary.countries} />
        <h1 className="mt-3 max-w-[18ch] text-balance break-words text-display">{itinerary.title}</h1>
        {itinerary.shortDescription && <p className="mt-4 max-w-[46ch] text-pretty text-[1.0625rem] leading-relaxed">{itinerary.shortDescription}</p>}
      </div>
      {photo && <ImageNotes credit={photo.credit} illustration={photo.illustration ?? false} />}
    </header>
  );
}

function Sketch({ story }: { story: Story }) {
  const stops = entriesOf(withLocatedStops(story.chapters.filter(({ day }) => day))).filter(isAccepted);
  const points = routeSketch(
    stops.map(({ stop }) => stop.coordinates),
    clear,
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-10 size-full bg-[#0c3f47]"
    >
      <Sea />
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="#ffd9a0"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="0.1 13"
      />
      {[points.at(0), points.at(-1)].map(
        (point, index) =>
          point && (
            <circle
              key={index === 0 ? 'start' : 'end'}
              cx={point[0]}
              cy={point[1]}
              r="9"
              fill={index === 0 ? '#fff' : '#ff8b7b'}
              stroke="#0a333c"
              strokeWidth="4"
            />
          ),
      )}
    </svg>
  );
}

/** The ground of the sketch: a sea with rings, as around an island on an old chart. */
function Sea() {
  return (
    <>
      <defs>
        <radialGradient id="story-sea" cx="72%" cy="18%" r="90%">
          <stop offset="0" stopColor="#1d7a80" />
          <stop offset="0.55" stopColor="#0e5a63" />
          <stop offset="1" stopColor="#0a333c" />
        </radialGradient>
      </defs>
      <rect width="960" height="600" fill="url(#story-sea)" />
      {[90, 190, 310, 450, 610].map((radius) => (
        <circle key={radius} cx="700" cy="130" r={radius} fill="none" stroke="#fff" strokeOpacity="0.07" strokeWidth="1.5" />
      ))}
    </>
  );
}
