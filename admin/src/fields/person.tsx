import { ReferenceField } from 'react-admin';

/** User name with a link to the account. */
export const Person = ({ source, empty = '–' }: { source: string; label?: string; empty?: string }) => (
  <ReferenceField source={source} reference="accounts" link="show" emptyText={empty} sx={{ '& .MuiTypography-root': { unicodeBidi: 'isolate' } }} />
);
