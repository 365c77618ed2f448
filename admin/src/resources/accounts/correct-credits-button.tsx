import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { Coins } from 'lucide-react';
import { useId, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { api } from '../../data/product.ts';
import { useCall } from '../../data/use-call.ts';
import { ReasonField } from '../../moderation/reason-field.tsx';

/** Largest correction, equal to the API's limit. */
const mostCredits = 100_000;

/** Adds or removes credits of an account, with a reason. */
export function CorrectCreditsButton() {
  const account = useRecordContext();
  const { run, isPending } = useCall();
  // Idempotency key: a retry is the same correction.
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
