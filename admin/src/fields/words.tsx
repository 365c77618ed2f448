import { Box } from '@mui/material';
import { useFieldValue } from 'react-admin';

/**
 * What people wrote, as text: nothing in it is markup or an address. Its direction is its own, and does not turn what stands beside it.
 * @param lines it is cut off after so many; without it all is shown
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
