import { Box, type SxProps } from '@mui/material';
import { RecordContextProvider } from 'react-admin';
import { PersonLink } from '../fields/field.tsx';

/** User text without markup. The text direction is isolated from the surrounding text. */
export const PeopleText = ({ children, sx = {} }: { children: string; sx?: SxProps }) => (
  <Box component="p" dir="auto" sx={{ m: 0, unicodeBidi: 'isolate', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', ...(sx as object) }}>
    {children}
  </Box>
);

/** Account name with a link to the account. */
export const AccountLink = ({ id }: { id: string | null }) =>
  id === null ? (
    <span>somebody</span>
  ) : (
    <RecordContextProvider value={{ id, accountId: id }}>
      <PersonLink source="accountId" empty="an account that is gone" />
    </RecordContextProvider>
  );
