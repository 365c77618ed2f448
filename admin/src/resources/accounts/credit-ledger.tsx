import { Box, Button, Card, Typography } from '@mui/material';
import type { CreditEntryKind } from '@waystory/proto/billing/credit-entry.ts';
import { DataTable, Pagination, ReferenceManyField, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { catalogue } from '../../catalogue/catalogue.ts';
import { columnsOf, count, mark, when, words } from '../../fields/field.tsx';
import type { States } from '../../fields/mark.tsx';
import { may } from '../../session/rights.ts';
import { currentRole } from '../../session/session.ts';
import { CorrectCreditsButton } from './correct-credits-button.tsx';

const kinds: Readonly<Record<CreditEntryKind, States[string]>> = {
  BEGINNING: ['To begin with', 'plain'],
  PURCHASE: ['Bought', 'good'],
  GOODWILL: ['Goodwill', 'good'],
  TURN: ['Answer of the assistant', 'plain'],
  TURN_RETURNED: ['Answer that came to nothing', 'plain'],
  REFUND: ['Refund', 'warn'],
  DISPUTE: ['Money disputed', 'bad'],
  CORRECTION: ['Corrected', 'warn'],
};

const fields = [when('createdAt', { label: 'When' }), mark('kind', kinds, { label: 'For' }), count('credits'), count('balance'), words('reason')];

/** Credit entries of an account, newest first, for administrators. */
export function CreditLedger() {
  const account = useRecordContext();
  if (!account || !may(currentRole(), catalogue.orders, 'list')) return null;
  const filter = encodeURIComponent(JSON.stringify({ accountId: account.id }));
  return (
    <Card component="section" aria-labelledby="credits" sx={{ p: { xs: 2, md: 3 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography id="credits" variant="h6" component="h2" sx={{ mr: 'auto' }}>
          Credits
        </Typography>
        <Button size="small" component={Link} to={`/orders?filter=${filter}`}>
          Orders of this account
        </Button>
        <CorrectCreditsButton />
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <ReferenceManyField
          reference="credits"
          target="accountId"
          sort={{ field: 'createdAt', order: 'DESC' }}
          perPage={10}
          pagination={<Pagination rowsPerPageOptions={[10, 25]} />}
          empty={<Typography color="text.secondary">No entry yet: the account has what every account begins with.</Typography>}
        >
          <DataTable rowClick={false} bulkActionButtons={false}>
            {columnsOf('credits', fields)}
          </DataTable>
        </ReferenceManyField>
      </Box>
    </Card>
  );
}
