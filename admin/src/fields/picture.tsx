import { Box } from '@mui/material';
import { useFieldValue } from 'react-admin';

/** A picture of this site. Pictures on other hosts are never requested. */
export function Picture({ source, large = false }: { source: string; label?: string; large?: boolean }) {
  const url: unknown = useFieldValue({ source });
  if (typeof url !== 'string' || !/^\/(?![/\\])/.test(url)) return <span>On another host</span>;
  const size = large ? ({ maxWidth: '100%', maxHeight: 420 } as const) : ({ width: 72, height: 48, objectFit: 'cover' } as const);
  return <Box component="img" src={url} alt="" loading="lazy" sx={{ ...size, display: 'block', borderRadius: 1, backgroundColor: 'action.hover' }} />;
}
