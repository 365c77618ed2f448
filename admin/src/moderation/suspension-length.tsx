import { TextField } from '@mui/material';

const dayMs = 86_400_000;

/** Length of a suspension in days; null for no end. */
export type SuspensionDays = number | null;

/** Default length, one week, which limits the effect of a wrong decision. */
export const defaultSuspensionDays: SuspensionDays = 7;
const endless = 'endless';
const lengths: readonly (readonly [SuspensionDays, string])[] = [
  [1, 'A day'],
  [7, 'A week'],
  [30, '30 days'],
  [365, 'A year'],
  [null, 'Without end'],
];

/**
 * End of a suspension that begins now, ISO 8601 UTC.
 * @param now milliseconds since 1970
 */
export const endOfSuspension = (days: SuspensionDays, now: number): string | null =>
  days === null ? null : new Date(now + days * dayMs).toISOString();

/** Asks for the length of a suspension. */
export const SuspensionLength = ({ days, onChange }: { days: SuspensionDays; onChange: (days: SuspensionDays) => void }) => (
  <TextField
    select
    label="How long"
    value={days ?? endless}
    onChange={({ target }) => onChange(target.value === endless ? null : Number(target.value))}
    slotProps={{ select: { native: true } }}
    sx={{ mb: 1.5 }}
  >
    {lengths.map(([length, label]) => (
      <option key={label} value={length ?? endless}>
        {label}
      </option>
    ))}
  </TextField>
);
