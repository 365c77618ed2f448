import { Box, LinearProgress, Stack, Typography } from '@mui/material';
import { serverNow } from '@waystory/client/environment.ts';
import type { Projection } from '@waystory/proto/operations/projection.ts';
import { Mark } from '../fields/mark.tsx';
import { countWithNoun, durationText, percentText } from '../lib/quantity.ts';

type Kept = Pick<Projection, 'name' | 'version' | 'build' | 'underWay' | 'partitions'>;

/** Time without a report after which a build is shown as stalled, milliseconds. */
const stalledAfterMs = 60_000;

/** State of the build in use, or the progress of the build that will replace it. */
export function BuildProgress({ name, build, underWay }: Kept) {
  if (!underWay) return build === null ? <Mark tone="warn">Not there yet</Mark> : <Mark>In use</Mark>;
  const { progress, toldAt } = underWay;
  const isStalled = toldAt !== null && serverNow() - Date.parse(toldAt) > stalledAfterMs;
  const words = underWay.build === null ? 'Waits for a projector' : isStalled ? 'No news since' : 'Made anew';
  return (
    <Stack sx={{ gap: 0.5, minWidth: 128 }}>
      <Typography variant="caption" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <span>
          {words}
          {isStalled && ` ${durationText((serverNow() - Date.parse(toldAt)) / 1_000)}`}
        </span>
        <span>{progress === null ? '' : percentText(progress)}</span>
      </Typography>
      <LinearProgress
        aria-label={`New build of ${name}`}
        variant={progress === null || underWay.build === null ? 'indeterminate' : 'determinate'}
        color={isStalled ? 'warning' : 'primary'}
        value={(progress ?? 0) * 100}
        sx={{ borderRadius: 4, height: 6 }}
      />
    </Stack>
  );
}

/** Lag of all partitions: total number of events, and the longest time, seconds. */
export const lagOf = ({ partitions }: Pick<Kept, 'partitions'>) => ({
  events: partitions.reduce((sum, { events }) => sum + events, 0),
  seconds: Math.max(0, ...partitions.map(({ seconds }) => seconds)),
});

/** Lag that deserves a warning, and lag that is an error, seconds. */
const [worthALook, wrong] = [10, 60];

/** Lag behind the event log: number of events and time. */
export function Lag(kept: Pick<Kept, 'partitions'>) {
  const { events, seconds } = lagOf(kept);
  if (events === 0) return <Mark>Up to date</Mark>;
  const words = `${countWithNoun(events, 'event')}, ${durationText(seconds)}`;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <Mark tone={seconds > wrong ? 'bad' : seconds > worthALook ? 'warn' : 'plain'}>{words}</Mark>
    </Box>
  );
}

/** Version and number of a build, for example `version 3, build 2`. */
export const buildName = ({ version, build }: Pick<Kept, 'version' | 'build'>): string =>
  build === null ? `version ${version}` : `version ${Math.floor(build / 1_000)}, build ${build % 1_000}`;
