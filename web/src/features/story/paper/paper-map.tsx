import { useMemo } from 'react';
import { distanceText, readerUsesMiles } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import { boundsOfStory, type StoryMapData, storyMapData, waypointsOf } from '../../../map/story/story-map-data.ts';
import { type Chapter, withLocatedStops } from '../../../model/itinerary/chapters.ts';
import { chapterColorOf } from '../../../model/itinerary/day-colors.ts';
import { useStreetLegs } from '../../../model/itinerary/street-ways.ts';
import { scaleBarOf } from './map-scale.ts';
import { type MapSheet, type SheetPoint, sheetAround } from './map-sheet.ts';
import { type MapGround, type PaperPin, type PaperStopMark, pinSize, pinsOf } from './pins.ts';

/** Sizes of a map in drawing units: across an A4 page, and across a third of it. */
const sizes = {
  whole: { width: 744, lowest: 240, highest: 300, margin: 50, longestBar: 130 },
  day: { width: 236, lowest: 126, highest: 126, margin: 26, longestBar: 70 },
} as const;
type Size = (typeof sizes)[keyof typeof sizes];

/** Tolerance for rounded bounds: a small shift to the west keeps every point inside, degrees. */
const hair = 1e-4;

/** Map on paper: days in their colours, stops by number. It sends no requests beyond those of the screen map. */
export function PaperMap({ chapters, label, size }: { chapters: readonly Chapter[]; label: string; size: keyof typeof sizes }) {
  const days = useMemo(() => waypointsOf(chapters), [chapters]);
  const ways = useStreetLegs(days);
  const drawing = useMemo(() => drawingOf(chapters, storyMapData(chapters, ways), sizes[size]), [chapters, ways, size]);
  if (!drawing) return null;
  const { sheet, corner, pins, bridges, routes } = drawing;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${sheet.width} ${sheet.height}`} className="block w-full break-inside-avoid">
      <Ground sheet={sheet} />
      {bridges.map((line) => (
        <polyline key={line} points={line} fill="none" stroke="#7d7668" strokeWidth="1.8" strokeDasharray="1 5" strokeLinecap="round" />
      ))}
      {['#ffffff', null].map((casing) =>
        routes.map(({ color, line }, index) => (
          <polyline
            key={`${casing ?? 'way'} ${index}`}
            points={line}
            fill="none"
            stroke={casing ?? color}
            strokeWidth={casing ? 6.5 : 3.2}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        )),
      )}
      <Pins pins={pins} />
      <ScaleBar sheet={sheet} left={corner.left + 16} longest={sizes[size].longestBar} />
    </svg>
  );
}

const written = (line: readonly SheetPoint[]): string => line.map((point) => point.join(',')).join(' ');

function drawingOf(chapters: readonly Chapter[], { routes, bridges }: StoryMapData, size: Size) {
  const west = boundsOfStory(chapters, null)?.southWest.lng;
  if (west === undefined) return null;
  const linesOf = ({ features }: typeof routes | typeof bridges) =>
    // Positions of GeoJSON may have a height as well; ours have none.
    features.map(({ geometry }) => geometry.coordinates.map(([longitude = 0, latitude = 0]): [number, number] => [longitude, latitude]));
  const lines = [linesOf(routes), linesOf(bridges)] as const;
  const located = withLocatedStops(chapters);
  const stops = located.flatMap(({ entries }) => entries.map(({ stop }) => stop.coordinates));
  const sheet = sheetAround(stops, lines.flat(), west - hair, size);
  const [ways, bridgeLines] = [lines[0].map(sheet.lineOf), lines[1].map(sheet.lineOf)];
  const { width, height } = sheet;
  const marks = located.flatMap((chapter) => marksOf(chapter, sheet));
  const corner = cornerOf(marks, sheet, size.longestBar);
  const ground = { width, height, lines: [...ways, ...bridgeLines], corner };
  return {
    sheet,
    corner,
    routes: routes.features.map(({ properties: { color } }, index) => ({ color, line: written(ways[index] ?? []) })),
    bridges: bridgeLines.map(written),
    pins: pinsOf(marks, ground),
  };
}

const marksOf = (chapter: Chapter, sheet: MapSheet): PaperStopMark[] =>
  chapter.entries.map(({ stop, number }) => ({
    at: sheet.pointOf(stop.coordinates),
    number: number ?? 0,
    color: chapterColorOf(chapter),
    title: stop.title,
    city: stop.addressCity,
  }));

/** Background of the map with its graticule. */
const Ground = ({ sheet: { width, height, meridians, parallels } }: { sheet: MapSheet }) => (
  <>
    <rect x="0.75" y="0.75" width={width - 1.5} height={height - 1.5} rx="12" fill="#f3ede1" stroke="#d9cfbd" strokeWidth="1.5" />
    {meridians.map((x) => (
      <line key={`x${x}`} x1={x} x2={x} y1="1.5" y2={height - 1.5} stroke="#ffffff" strokeWidth="1.4" />
    ))}
    {parallels.map((y) => (
      <line key={`y${y}`} x1="1.5" x2={width - 1.5} y1={y} y2={y} stroke="#ffffff" strokeWidth="1.4" />
    ))}
  </>
);

const Pins = ({ pins }: { pins: readonly PaperPin[] }) => (
  <>
    {pins.map(({ at, middle, color }) => (
      <g key={`to ${middle}`} stroke={color}>
        <line x1={middle[0]} y1={middle[1]} x2={at[0]} y2={at[1]} strokeWidth="1.4" />
        <circle cx={at[0]} cy={at[1]} r="2.6" fill={color} stroke="#ffffff" strokeWidth="1" />
      </g>
    ))}
    {pins.map(({ middle: [x, y], width, color, numbers, name }) => (
      <g key={`at ${x},${y}`}>
        <rect x={x - width / 2} y={y - pinSize / 2} width={width} height={pinSize} rx={pinSize / 2} fill={color} stroke="#ffffff" strokeWidth="1.6" />
        <text x={x} y={y + 4} textAnchor="middle" fontSize="11" fontWeight="700" fill="#ffffff">
          {numbers}
        </text>
        {name && (
          <text
            x={name.at[0]}
            y={name.at[1] + 4}
            textAnchor={name.anchor}
            fontSize="11.5"
            fontWeight="600"
            fill="#1b2436"
            stroke="#f3ede1"
            strokeWidth="3.5"
            strokeLinejoin="round"
            paintOrder="stroke"
          >
            {name.text}
          </text>
        )}
      </g>
    ))}
  </>
);

/** Corner of the scale bar: left, or right when a stop is in the way. */
function cornerOf(marks: readonly PaperStopMark[], { width, height }: MapSheet, longestBar: number): MapGround['corner'] {
  const corner = { left: 0, width: longestBar + 26, height: 34 };
  const isTaken = marks.some(({ at: [x, y] }) => x < corner.width + pinSize && y > height - corner.height - pinSize);
  return isTaken ? { ...corner, left: width - corner.width } : corner;
}

function ScaleBar({ sheet: { kilometresPerUnit, height }, left, longest }: { sheet: MapSheet; left: number; longest: number }) {
  const reader = useReader();
  const { units, kilometres } = scaleBarOf(kilometresPerUnit, longest, readerUsesMiles(reader));
  const y = height - 14;
  return (
    <g>
      <path d={`M${left} ${y - 5}V${y}H${left + units}V${y - 5}`} fill="none" stroke="#5a6273" strokeWidth="1.4" />
      <text x={left + 4} y={y - 5} fontSize="9.5" fill="#5a6273">
        {distanceText(kilometres, reader)}
      </text>
    </g>
  );
}
