import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { ReasonField } from './reason-field.tsx';

interface ReasonDialogProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Readers of the reason. */
  readBy?: string;
  /** Further questions. */
  children?: ReactNode;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks for a reason, which later readers of the history see. */
export function ReasonDialog({
  title,
  text,
  confirmLabel,
  readBy = 'Moderators who look at it next read this.',
  children,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const id = useId();
  const given = reason.trim();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The page under the dialog may be a form as well.
          event.stopPropagation();
          if (given) onConfirm(given);
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1 }}>{text}</DialogContentText>
          {children}
          <ReasonField autoFocus minRows={2} readBy={readBy} value={reason} onChange={setReason} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!given}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
