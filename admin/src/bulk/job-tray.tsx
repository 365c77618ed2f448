import { Box, Card, IconButton, Link as TextLink } from '@mui/material';
import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { JobProgress } from './job-progress.tsx';
import { useWatchedJobs } from './watched-jobs.ts';

/** Jobs that were begun here, over every page and after a reload, until they are put away. */
export function JobTray() {
  const { ids, dismiss } = useWatchedJobs();
  if (ids.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label="Jobs"
      sx={{
        position: 'fixed',
        right: 16,
        bottom: 16,
        zIndex: 'snackbar',
        width: 'min(360px, calc(100vw - 32px))',
        display: 'flex',
        flexDirection: 'column',
        gap: 1,
      }}
    >
      {ids.map((id) => (
        <Card key={id} sx={{ p: 2, boxShadow: 'var(--depth-float)', backgroundColor: 'var(--raised)' }}>
          <Box sx={{ display: 'flex', alignItems: 'center', mb: 0.5 }}>
            <TextLink component={Link} to={`/jobs/${id}/show`} variant="body2" sx={{ flex: 1 }}>
              Job {id.slice(-8)}
            </TextLink>
            <IconButton size="small" aria-label="Put away" onClick={() => dismiss(id)}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </Box>
          <JobProgress id={id} />
        </Card>
      ))}
    </Box>
  );
}
