import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Paper, Stack } from '@mui/material';
import { serverNow } from '@waystory/client/environment.ts';
import type { CaseOutcome } from '@waystory/proto/operations/case.ts';
import { Ban, Check, Eye, EyeOff, type LucideIcon, SkipForward, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { KeyCap } from '../keys/keys-dialog.tsx';
import { reasonReadersText } from '../moderation/flag.ts';
import { ReasonField } from '../moderation/reason-field.tsx';
import { defaultSuspensionDays, endOfSuspension, SuspensionLength } from '../moderation/suspension-length.tsx';
import { type CaseAction, usualReasons } from './acts.ts';

const icons: Readonly<Record<CaseOutcome, LucideIcon>> = { hidden: EyeOff, restored: Eye, suspended: Ban, deleted: Trash2, dismissed: Check };

interface ActBarProps {
  acts: readonly CaseAction[];
  disabled: boolean;
  onAct: (act: CaseAction) => void;
  onNext: () => void;
}

/** Actions on a case, always visible: at the bottom of a small window, else above the case. */
export const CaseActionBar = ({ acts, disabled, onAct, onNext }: ActBarProps) => (
  <Paper
    component="section"
    aria-label="What to do"
    sx={{
      position: 'sticky',
      zIndex: 2,
      top: { sm: 56 },
      bottom: { xs: 0, sm: 'auto' },
      order: { xs: 1, sm: 0 },
      mx: { xs: -1.5, sm: 0 },
      px: { xs: 1.5, sm: 0 },
      py: 1,
      pb: { xs: 'calc(8px + env(safe-area-inset-bottom, 0px))', sm: 1 },
      borderRadius: { xs: 0, sm: 'var(--radius-control, 12px)' },
      borderTop: { xs: '1px solid var(--line)', sm: 0 },
      backgroundColor: 'background.default',
      boxShadow: 'none',
    }}
  >
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {acts.map((act) => {
        const Icon = icons[act.outcome];
        return (
          <Button
            key={act.outcome}
            variant={act.isFinal ? 'outlined' : 'contained'}
            color={act.isFinal ? 'error' : 'primary'}
            disabled={disabled}
            onClick={() => onAct(act)}
            startIcon={<Icon size={16} aria-hidden="true" />}
            endIcon={<KeyCap>{act.key}</KeyCap>}
            sx={{ minHeight: { xs: 44, sm: 36 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
          >
            {act.verb}
          </Button>
        );
      })}
      <Button
        variant="outlined"
        onClick={onNext}
        startIcon={<SkipForward size={16} aria-hidden="true" />}
        endIcon={<KeyCap>j</KeyCap>}
        sx={{ minHeight: { xs: 44, sm: 36 }, flex: { xs: '1 1 40%', sm: '0 0 auto' }, ml: { sm: 'auto' } }}
      >
        Next
      </Button>
    </Stack>
  </Paper>
);

interface ActDialogProps {
  act: CaseAction;
  onClose: () => void;
  /** @param until end of a suspension, ISO 8601 UTC; null for no end or no suspension */
  onConfirm: (reason: string | null, until: string | null) => void;
}

/** Dialog for the reason of an action. Each usual reason has a digit key, and any other reason can be typed. */
export function CaseActionDialog({ act: { outcome, verb, question, needsReason, isFinal = false }, onClose, onConfirm }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [days, setDays] = useState(defaultSuspensionDays);
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
                // The focus starts on a button, because digit keys pressed in the text field would not choose a reason.
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
            readBy={reasonReadersText(outcome === 'suspended' ? 'suspended' : 'hidden', outcome === 'suspended' || outcome === 'hidden')}
            value={reason}
            onChange={setReason}
            onKeyDown={(event) => {
              // Enter submits, because reasons are short. Shift and Enter insert a line break.
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
