import { Box } from '@mui/material';
import { useFieldValue } from 'react-admin';

/**
 * User text without markup or links. Its direction is isolated from its surroundings.
 * @param lines maximum number of lines; by default all are shown
 */
export function Words({ source, lines, empty = '–' }: { source: string; label?: string; lines?: number; empty?: string }) {
  const value: unknown = useFieldValue({ source });
  if (value === null || value === undefined || value === '') return <span>{empty}</span>;
  const cut = { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' } as const;
  return (
    <Box component="span" dir="auto" sx={{ unicodeBidi: 'isolate', overflowWrap: 'anywhere', ...(lines ? cut : { whiteSpace: 'pre-wrap' }) }}>
      {String(value)}
    </Box>
  );
}
