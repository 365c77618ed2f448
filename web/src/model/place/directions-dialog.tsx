import { Button } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapApp } from './directions.ts';

export interface DirectionsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `isKept`: do not ask again. */
  onChoose: (app: MapApp, isKept: boolean) => void;
}

/** Which map app shows the way (spec 2.8). */
export function DirectionsDialog({ open, onOpenChange, onChoose }: DirectionsDialogProps) {
  const { t } = useTranslation('place');
  const [isKept, setKept] = useState(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="sm" title={t('directions.title')} description={t('directions.description')}>
      <div className="grid gap-2.5 pb-2">
        <Button full onClick={() => onChoose('google', isKept)}>
          {t('directions.google')}
        </Button>
        <Button full variant="secondary" onClick={() => onChoose('apple', isKept)}>
          {t('directions.apple')}
        </Button>
        <Checkbox
          className="mt-2"
          label={t('directions.keep')}
          description={t('directions.keepHint')}
          checked={isKept}
          onCheckedChange={(checked) => setKept(checked === true)}
        />
      </div>
    </Dialog>
  );
}
