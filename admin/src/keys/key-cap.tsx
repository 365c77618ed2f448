import { Box } from '@mui/material';

/** A key as it stands on the keyboard. Where there is hardly a keyboard, on small windows, it is left out. */
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
      // Buttons have icons of their own size in its place.
      '&&&': { fontSize: '0.6875rem' },
    }}
  >
    {children}
  </Box>
);
