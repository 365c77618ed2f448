import { ReferenceField } from 'react-admin';

/** Somebody by their user name, with the way to their account. */
export const Person = ({ source, empty = '–' }: { source: string; label?: string; empty?: string }) => (
  <ReferenceField source={source} reference="accounts" link="show" emptyText={empty} sx={{ '& .MuiTypography-root': { unicodeBidi: 'isolate' } }} />
);
