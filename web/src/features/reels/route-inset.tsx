import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { useMemo } from 'react';
import { sketchOf } from '../../model/itinerary/route-sketch.ts';

export interface RouteInsetProps {
  way: readonly Coordinates[];
  /** Position of the current stop. */
  at?: Coordinates | undefined;
  width: number;
  height: number;
  className?: string;
}

/** Small drawing of the route of a story, with the current stop. */
export function RouteInset({ way, at, width, height, className }: RouteInsetProps) {
  const { line, place } = useMemo(() => sketchOf(way, { width, height }), [way, width, height]);
  if (line.length === 0) return null;
  const here = at && place(at);
  const stroke = Math.max(2, width / 110);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={cn('pointer-events-none', className)}>
      <polyline
        points={line.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="#ffd9a0"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray={`0.1 ${stroke * 2.4}`}
      />
      {!here &&
        [line.at(0), line.at(-1)].map(
          (end, index) => end && <End key={index === 0 ? 'start' : 'end'} at={end} isStart={index === 0} size={stroke * 2} />,
        )}
      {here && (
        <>
          <circle cx={here[0]} cy={here[1]} r={stroke * 4} fill="#ff8b7b" fillOpacity="0.35" />
          <circle cx={here[0]} cy={here[1]} r={stroke * 2} fill="#ff8b7b" stroke="#fff" strokeWidth={stroke * 0.7} />
        </>
      )}
    </svg>
  );
}

const End = ({ at: [x, y], isStart, size }: { at: [number, number]; isStart: boolean; size: number }) => (
  <circle cx={x} cy={y} r={size} fill={isStart ? '#fff' : '#ff8b7b'} stroke="#0a333c" strokeWidth={size / 2} />
);
