import { Box, Card, Stack, Typography } from '@mui/material';
import { type PointerEvent, useState } from 'react';
import { numberText } from '../lib/quantity.ts';

// Own charts: the smallest chart library would take half of the remaining script budget of the whole app.

/** A value with its time. */
export interface ChartPoint {
  when: string;
  value: number;
}

interface ChartProps {
  title: string;
  /** Unit of the values, for example `a minute`. */
  unit: string;
  /** Number below the title: value of the last point, or sum of all points. */
  headline: 'last' | 'sum';
  kind: 'line' | 'bars';
  points: readonly ChartPoint[];
  tone?: 'teal' | 'danger';
}

const height = 44;

/** A small chart with a headline number. The caption shows the time and value of the point under the pointer. */
export function Chart({ title, unit, headline, kind, points, tone = 'teal' }: ChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const values = points.map(({ value }) => value);
  const most = Math.max(0, ...values);
  const number = headline === 'last' ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);
  const point = chosen === null ? undefined : points[chosen];
  const choose = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.min(points.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * points.length))));
  };
  const said = `${title}: ${numberText(number)} ${unit}, at most ${numberText(most)}, from ${points[0]?.when} to ${points.at(-1)?.when}`;
  return (
    <Card component="figure" sx={{ m: 0, p: 2, pb: 1.5, minWidth: 0 }}>
      <Stack component="figcaption" sx={{ mb: 1 }}>
        <Typography variant="caption" color="text.secondary" sx={{ fontWeight: 650 }}>
          {title}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'baseline', gap: 0.75 }}>
          <Typography variant="h5" component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {numberText(number)}
          </Typography>
          <Typography variant="caption" color="text.secondary">
            {unit}
          </Typography>
        </Stack>
      </Stack>
      <Box
        component="svg"
        role="img"
        aria-label={said}
        viewBox={`0 0 ${points.length} ${height}`}
        preserveAspectRatio="none"
        onPointerMove={choose}
        onPointerLeave={() => setChosen(null)}
        sx={{ display: 'block', width: '100%', height: 56, color: `var(--${tone})`, touchAction: 'pan-y' }}
      >
        {kind === 'line' ? <Line values={values} most={most} /> : <Bars values={values} most={most} chosen={chosen} />}
        {kind === 'line' && chosen !== null && <line x1={chosen + 0.5} x2={chosen + 0.5} y1={0} y2={height} {...thin} />}
      </Box>
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, mt: 0.5, minHeight: '1.4em' }}
      >
        <span>{point ? point.when : points[0]?.when}</span>
        <span>{point ? `${numberText(point.value)} ${headline === 'last' ? unit : ''}` : `at most ${numberText(most)}`}</span>
      </Typography>
    </Card>
  );
}

const thin = { stroke: 'currentColor', strokeWidth: 1.5, vectorEffect: 'non-scaling-stroke' } as const;

/** Height of a value in units of the view box. The maximum is 4 below the full height, so that the stroke is not clipped. */
const heightOf = (value: number, most: number): number => (most === 0 ? 0 : (value / most) * (height - 4));

interface Drawn {
  values: readonly number[];
  most: number;
}

function Line({ values, most }: Drawn) {
  const places = values.map((value, index) => `${index + 0.5},${height - 1 - heightOf(value, most)}`);
  return (
    <>
      <polygon points={`0.5,${height} ${places.join(' ')} ${values.length - 0.5},${height}`} fill="currentColor" opacity={0.14} />
      <polyline points={places.join(' ')} fill="none" strokeLinejoin="round" {...thin} />
    </>
  );
}

function Bars({ values, most, chosen }: Drawn & { chosen: number | null }) {
  return values.map((value, index) => {
    const tall = value === 0 ? 1 : Math.max(2, heightOf(value, most));
    const opacity = value === 0 ? 0.25 : chosen === null || chosen === index ? 1 : 0.5;
    return <rect key={index} x={index + 0.14} y={height - tall} width={0.72} height={tall} fill="currentColor" opacity={opacity} />;
  });
}
