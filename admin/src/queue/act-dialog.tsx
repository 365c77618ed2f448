import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Stack } from '@mui/material';
import { serverNow } from '@waystory/client/environment.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { KeyCap } from '../keys/key-cap.tsx';
import { readersOf } from '../moderation/flag.ts';
import { ReasonField } from '../moderation/reason-field.tsx';
import { endOfSuspension, SuspensionLength, usualDays } from '../moderation/suspension-length.tsx';
import { type Act, usualReasons } from './acts.ts';

interface ActDialogProps {
  act: Act;
  onClose: () => void;
  /** @param until end of a suspension, ISO 8601 UTC; null for no end or no suspension */
  onConfirm: (reason: string | null, until: string | null) => void;
}

/** Asks for a reason before an action: usual reasons have a key each, other reasons are typed. */
export function ActDialog({ act: { outcome, verb, question, needsReason, isFinal = false }, onClose, onConfirm }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState(usualDays);
  const hasLength = outcome === 'suspended';
  const confirm = (why: string | null): void => onConfirm(why, hasLength ? endOfSuspension(days, serverNow()) : null);
  const id = useId();
  const given = reason.trim();
  const usual = usualReasons(outcome);
  const press = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    const chosen = usual[Number(event.key) - 1];
    if (!chosen || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    confirm(chosen);
  };
  return (
    <Dialog open onClose={onClose} onKeyDown={press} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (given || !needsReason) confirm(given || null);
        }}
      >
        <DialogTitle id={id}>{verb}: why?</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1.5 }}>{question}</DialogContentText>
          {hasLength && <SuspensionLength days={days} onChange={setDays} />}
          <Stack sx={{ gap: 0.75, mb: 1 }}>
            {usual.map((one, index) => (
              <Button
                key={one}
                type="button"
                variant="outlined"
                color="inherit"
                // Keyboard first: the focused button leaves the shortcut keys to the dialog.
                autoFocus={index === 0}
                onClick={() => confirm(one)}
                startIcon={<KeyCap>{String(index + 1)}</KeyCap>}
                sx={{ justifyContent: 'flex-start', minHeight: 40, borderColor: 'var(--line-strong)', fontWeight: 500 }}
              >
                {one}
              </Button>
            ))}
          </Stack>
          <ReasonField
            label="Or in your own words"
            readBy={readersOf(outcome === 'suspended' ? 'suspended' : 'hidden', outcome === 'suspended' || outcome === 'hidden')}
            value={reason}
            onChange={setReason}
            onKeyDown={(event) => {
              // Reasons are a line or two: Enter sends, Shift and Enter break the line.
              if (event.key !== 'Enter' || event.shiftKey || !given) return;
              event.preventDefault();
              confirm(given);
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" color={isFinal ? 'error' : 'primary'} disabled={needsReason && !given}>
            {verb}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
