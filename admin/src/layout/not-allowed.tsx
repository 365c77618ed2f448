import { Button, Stack, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';

/** Replaces a page that the role may not see. */
export const NotAllowed = () => (
  <Stack sx={{ alignItems: 'center', gap: 1.5, py: 10, textAlign: 'center' }}>
    <Title title="Not for your role" />
    <Typography variant="h5" component="p">
      This page is not for your role
    </Typography>
    <Typography color="text.secondary">You are still signed in. Administrators may see it.</Typography>
    <Button component={Link} to="/" variant="contained">
      Back to the start
    </Button>
  </Stack>
);
