import { Box, Button } from '@mui/material';
import type { FieldChange as Change } from '@waystory/proto/operations/history.ts';
import { useState } from 'react';
import { humanize } from '../../lib/humanize.ts';
import { valueText } from './command-groups.ts';
import { differenceOf } from './text-difference.ts';

/** Shown characters: of unchanged text around a difference, and of a change before it is expanded. */
const [nearby, mostAtOnce] = [60, 600];

const removedStyle = { backgroundColor: 'var(--danger-soft)', color: 'text.primary' } as const;
const addedStyle = { backgroundColor: 'var(--success-soft)', color: 'text.primary', textDecoration: 'none' } as const;
const text = { unicodeBidi: 'isolate', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

/** A field before and after a change as text, with the difference marked. */
export function FieldChange({ change: { name, before, after } }: { change: Change }) {
  const [isWhole, setWhole] = useState(false);
  const { start, removed, added, end } = differenceOf(valueText(before), valueText(after));
  const cut = (value: string): string => (isWhole || value.length <= mostAtOnce ? value : `${value.slice(0, mostAtOnce)}…`);
  const isLong = Math.max(removed.length, added.length) > mostAtOnce || start.length > nearby || end.length > nearby;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '10rem 1fr' }, columnGap: 2, py: 0.25 }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {humanize(name)}
      </Box>
      <Box component="dd" dir="auto" sx={{ m: 0, minWidth: 0, ...text }}>
        {isWhole || start.length <= nearby ? start : `…${start.slice(-nearby)}`}
        {removed && (
          <Box component="del" sx={removedStyle}>
            {cut(removed)}
          </Box>
        )}
        {removed && added && ' '}
        {added && (
          <Box component="ins" sx={addedStyle}>
            {cut(added)}
          </Box>
        )}
        {isWhole || end.length <= nearby ? end : `${end.slice(0, nearby)}…`}
        {!removed && !added && <Box sx={{ color: 'text.secondary' }}>Its words are gone</Box>}
        {isLong && (
          <Box>
            <Button size="small" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
              {isWhole ? 'Show less' : 'Show all of it'}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}
