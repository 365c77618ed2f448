import { Box } from '@mui/material';

/** A key cap. Small windows omit it, because such devices rarely have a keyboard. */
export const KeyCap = ({ children }: { children: string }) => (
  <Box
    component="kbd"
    aria-hidden="true"
    sx={{
      display: { xs: 'none', sm: 'inline-block' },
      minWidth: 20,
      px: 0.5,
      borderRadius: '5px',
      border: '1px solid currentColor',
      opacity: 0.75,
      fontFamily: 'inherit',
      lineHeight: '18px',
      textAlign: 'center',
      // Buttons set their own icon size instead.
      '&&&': { fontSize: '0.6875rem' },
    }}
  >
    {children}
  </Box>
);
