import { Box, Button, Card, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField, Typography } from '@mui/material';
import type { CreditEntryKind } from '@waystory/proto/billing/credit-entry.ts';
import { Coins } from 'lucide-react';
import { useId, useState } from 'react';
import { DataTable, Pagination, ReferenceManyField, useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { catalogue } from '../../catalogue/catalogue.ts';
import { api } from '../../data/product.ts';
import { useCall } from '../../data/use-call.ts';
import { columnsOf, countField, stateField, textField, timeField } from '../../fields/field.tsx';
import type { StateLabels } from '../../fields/mark.tsx';
import { ReasonField } from '../../moderation/reason-field.tsx';
import { may } from '../../session/rights.ts';
import { currentRole } from '../../session/session.ts';

const kinds: Readonly<Record<CreditEntryKind, StateLabels[string]>> = {
  BEGINNING: ['To begin with', 'plain'],
  PURCHASE: ['Bought', 'good'],
  GOODWILL: ['Goodwill', 'good'],
  TURN: ['Answer of the assistant', 'plain'],
  TURN_RETURNED: ['Answer that came to nothing', 'plain'],
  REFUND: ['Refund', 'warn'],
  DISPUTE: ['Money disputed', 'bad'],
  CORRECTION: ['Corrected', 'warn'],
};

const fields = [
  timeField('createdAt', { label: 'When' }),
  stateField('kind', kinds, { label: 'For' }),
  countField('credits'),
  countField('balance'),
  textField('reason'),
];

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

/** Largest correction, equal to the API's limit. */
const mostCredits = 100_000;

/** Adds or removes credits of an account, with a reason. */
function CorrectCreditsButton() {
  const account = useRecordContext();
  const { run, isPending } = useCall();
  // Idempotency key of one correction, so that a retry does not change the credits twice.
  const [key, setKey] = useState<string | null>(null);
  if (!account) return null;
  const correct = async (credits: number, reason: string): Promise<void> => {
    const sent = { params: { accountId: String(account.id) }, body: { credits, reason }, ...(key && { idempotencyKey: key }) };
    if (await run(() => api.correctCredits(sent), 'The ledger is corrected')) setKey(null);
  };
  return (
    <>
      <Button size="small" onClick={() => setKey(crypto.randomUUID())} startIcon={<Coins size={16} aria-hidden="true" />}>
        Correct credits
      </Button>
      {key && <CorrectionDialog isPending={isPending} onClose={() => setKey(null)} onConfirm={correct} />}
    </>
  );
}

interface DialogProps {
  isPending: boolean;
  onClose: () => void;
  onConfirm: (credits: number, reason: string) => Promise<void>;
}

function CorrectionDialog({ isPending, onClose, onConfirm }: DialogProps) {
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const id = useId();
  const credits = Number(amount);
  const isRight = Number.isInteger(credits) && credits !== 0 && Math.abs(credits) <= mostCredits;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isRight && reason.trim()) void onConfirm(credits, reason.trim());
        }}
      >
        <DialogTitle id={id}>Correct the credits</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1 }}>An entry is added to the ledger; nothing that is there is changed.</DialogContentText>
          <TextField
            autoFocus
            type="number"
            label="Credits"
            error={amount !== '' && !isRight}
            helperText="Above zero gives, below zero takes."
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
          <ReasonField minRows={2} readBy="The owner of the account reads this in the ledger." value={reason} onChange={setReason} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" loading={isPending} disabled={!isRight || !reason.trim()}>
            {isRight && credits < 0 ? `Take ${-credits}` : isRight ? `Give ${credits}` : 'Correct'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
