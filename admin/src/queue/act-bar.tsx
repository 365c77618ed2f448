import { Button, Paper, Stack } from '@mui/material';
import type { CaseOutcome } from '@waystory/proto/operations/case.ts';
import { Ban, Check, Eye, EyeOff, type LucideIcon, SkipForward, Trash2 } from 'lucide-react';
import { KeyCap } from '../keys/key-cap.tsx';
import type { Act } from './acts.ts';

const icons: Readonly<Record<CaseOutcome, LucideIcon>> = { hidden: EyeOff, restored: Eye, suspended: Ban, deleted: Trash2, dismissed: Check };

interface ActBarProps {
  acts: readonly Act[];
  disabled: boolean;
  onAct: (act: Act) => void;
  onNext: () => void;
}

/** Actions on a case, always visible: at the bottom of a small window, else above the case. */
export const ActBar = ({ acts, disabled, onAct, onNext }: ActBarProps) => (
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
