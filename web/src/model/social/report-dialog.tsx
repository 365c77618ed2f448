import { api, problemCode } from '@waystory/client/api.ts';
import type { Report } from '@waystory/proto/operations/report.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog } from '@waystory/ui/dialog.tsx';
import { Field, Textarea } from '@waystory/ui/field.tsx';
import { RadioCards } from '@waystory/ui/radio-cards.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reportable } from './report.ts';

/** Longest text of a report (proto/operations/report.ts), characters. */
const longest = 1_000;
const reasons = ['spam', 'offensive', 'dangerous', 'copyright', 'other'] as const satisfies readonly Report['reason'][];

export interface ReportDialogProps extends Reportable {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Reports an item to the moderators: a reason, and an optional text. */
export function ReportDialog({ open, onOpenChange, ...reportable }: ReportDialogProps) {
  const { t } = useTranslation('social');
  const [reason, setReason] = useState<Report['reason'] | null>(null);
  const [text, setText] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const send = async (): Promise<void> => {
    if (!reason) return setError(t('report.noReason'));
    setPending(true);
    setError(null);
    try {
      await api.fileReport({ body: { ...reportable, reason, text: text.trim() || null } });
      onOpenChange(false);
      setReason(null);
      setText('');
      toast.success(t('report.thanks'), { description: t('report.thanksText') });
    } catch (problem) {
      setError(t(problemCode(problem) === 'reportable/unknown' ? 'report.gone' : 'report.failed'));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(`report.title.${reportable.reportableType}`)}
      description={t('report.description')}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('report.cancel')}
          </Button>
          <Button loading={isPending} onClick={() => void send()}>
            {t('report.send')}
          </Button>
        </>
      }
    >
      <RadioCards
        label={t('report.reason')}
        cards={reasons.map((value) => ({ value, title: t(`report.reasons.${value}`) }))}
        {...(reason && { value: reason })}
        onValueChange={(value) => {
          setReason(value);
          setError(null);
        }}
        className="gap-2 [&_button]:px-4 [&_button]:py-2.5"
      />
      <Field label={t('report.text')} optional error={error} className="mt-5">
        <Textarea rows={2} max={longest} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
    </Dialog>
  );
}
