import { Button } from '@mui/material';
import { serverNow } from '@waystory/client/environment.ts';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useBulkUpdateController, useCanAccess, useNotify, useRecordContext, useResourceContext, useUpdate } from 'react-admin';
import { type Flag, flagTextsOf, reasonReadersText } from './flag.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { defaultSuspensionDays, endOfSuspension, SuspensionLength } from './suspension-length.tsx';

interface FlagDialogProps {
  flag: Flag;
  value: boolean;
  title: string;
  onClose: () => void;
  /** Receives the changes to write. */
  onConfirm: (changes: object) => void;
}

/** Asks for the reason, and for the length of a suspension. */
function FlagDialog({ flag, value, title, onClose, onConfirm }: FlagDialogProps) {
  const [days, setDays] = useState(defaultSuspensionDays);
  const { verb, question } = flagTextsOf(flag, value);
  const hasLength = flag === 'suspended' && value;
  const confirm = (reason: string): void =>
    onConfirm({ [flag]: value, reason, ...(hasLength && { suspendedUntil: endOfSuspension(days, serverNow()) }) });
  return (
    <ReasonDialog title={title} text={question} confirmLabel={verb} readBy={reasonReadersText(flag, value)} onClose={onClose} onConfirm={confirm}>
      {hasLength && <SuspensionLength days={days} onChange={setDays} />}
    </ReasonDialog>
  );
}

/** Button that sets or clears a moderation flag of the record: hides or restores it, or suspends or reinstates an account. Requires a reason. */
export function FlagButton({ flag }: { flag: Flag }) {
  const record = useRecordContext();
  const resource = useResourceContext() ?? '';
  const { canAccess } = useCanAccess({ resource, action: 'moderate' });
  const notify = useNotify();
  const [update, { isPending }] = useUpdate();
  const [isOpen, setOpen] = useState(false);
  if (!record || !canAccess) return null;
  const value = !record[flag];
  const { verb, done } = flagTextsOf(flag, value);
  const write = (data: object): void => {
    setOpen(false);
    const sent = { id: record.id, data, previousData: record };
    void update(resource, sent, {
      onSuccess: () => notify(done, { type: 'success' }),
      onError: (error) => notify(error instanceof Error ? error.message : String(error), { type: 'error' }),
    });
  };
  return (
    <>
      <Button size="small" loading={isPending} onClick={() => setOpen(true)} startIcon={value ? <EyeOff size={16} /> : <Eye size={16} />}>
        {verb}
      </Button>
      {isOpen && <FlagDialog flag={flag} value={value} title={`${verb} this?`} onClose={() => setOpen(false)} onConfirm={write} />}
    </>
  );
}

/** Button that changes a moderation flag of the selected rows. The request is sent after the delay for undo. */
export function FlagSelectedButton({ flag, value }: { flag: Flag; value: boolean }) {
  const { handleUpdate, isPending } = useBulkUpdateController({ mutationMode: 'undoable' });
  const [isOpen, setOpen] = useState(false);
  const { verb } = flagTextsOf(flag, value);
  return (
    <>
      <Button size="small" disabled={isPending} onClick={() => setOpen(true)} startIcon={value ? <EyeOff size={16} /> : <Eye size={16} />}>
        {verb}
      </Button>
      {isOpen && (
        <FlagDialog
          flag={flag}
          value={value}
          title={`${verb} all that are chosen?`}
          onClose={() => setOpen(false)}
          onConfirm={(changes) => {
            setOpen(false);
            handleUpdate(changes);
          }}
        />
      )}
    </>
  );
}
