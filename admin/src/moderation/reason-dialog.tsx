import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';

/** Most characters of a reason, as the API has it. */
export const longestReason = 500;

interface ReasonDialogProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Who reads the reason. */
  readBy?: string;
  /** What else is asked. */
  children?: ReactNode;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks why, for those who look at it next. */
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
          <TextField
            autoFocus
            multiline
            minRows={2}
            label="Why"
            helperText={readBy}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            slotProps={{ htmlInput: { maxLength: longestReason } }}
          />
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
