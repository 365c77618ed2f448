import { Box, Card } from '@mui/material';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DeleteButton, EditButton, Labeled, Show, TopToolbar, useRecordContext } from 'react-admin';
import { type Field, fieldLabelOf } from '../fields/field.tsx';
import { useParents } from './parents.ts';

interface ShowPageProps {
  /** Card above the facts. */
  lead?: ReactNode;
  facts: readonly Field[];
  /** Actions of this resource, shown before the actions that all resources have. */
  actions?: ReactNode;
  /** Further cards. */
  children?: ReactNode;
}

/** One record with the actions that the role allows. */
export function ShowPage({ lead, facts, actions, children }: ShowPageProps) {
  const parents = useParents();
  return (
    <Show component="div" sx={{ '& .RaShow-card': { minWidth: 0 } }} queryOptions={parents} actions={<Actions>{actions}</Actions>}>
      {/* Content that is wider than a small window scrolls inside its card. */}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {lead}
        <Facts of={facts} />
        {children}
      </Box>
    </Show>
  );
}

function Actions({ children }: { children: ReactNode }) {
  const record = useRecordContext();
  return (
    <TopToolbar sx={{ flexWrap: 'wrap', rowGap: 0.5, alignItems: 'center' }}>
      {record && children}
      <EditButton icon={<Pencil size={16} />} />
      <DeleteButton mutationMode="pessimistic" icon={<Trash2 size={16} />} />
    </TopToolbar>
  );
}

/** Fields of a record in as many columns as fit. */
const Facts = ({ of }: { of: readonly Field[] }) => (
  <Card
    component="section"
    sx={{ p: { xs: 2, md: 3 }, display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}
  >
    {of
      .filter(({ only }) => only !== 'list')
      .map(({ cell, fact = cell, wide, ...field }) => (
        <Labeled key={field.source} label={fieldLabelOf(field)} sx={{ ...(wide && { gridColumn: '1 / -1' }), minWidth: 0 }}>
          <Box sx={{ typography: 'body2', minWidth: 0 }}>{fact}</Box>
        </Labeled>
      ))}
  </Card>
);
