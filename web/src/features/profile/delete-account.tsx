import { useMutation } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Dialog, DialogClose } from '@waystory/ui/dialog.tsx';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyped } from './typed-word.ts';

/** The end of an account and of all it wrote. */
export function DeleteAccount({ account }: { account: Account }) {
  const { t } = useTranslation('profile');
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-8">
      <p className="max-w-prose text-muted text-small">{t('delete.hint')}</p>
      <DeleteQuestion account={account} />
    </section>
  );
}

/** The name is to be typed, because there is no way back. */
function DeleteQuestion({ account: { id, userName } }: { account: Account }) {
  const { t } = useTranslation('profile');
  const form = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => api.deleteAccount({ params: { id } }),
    onSuccess: () => auth.signOut(),
    onError: () => toast.error(t('delete.error')),
  });
  const word = userName ?? t('delete.nameless');
  const isSure = isTyped(typed, word);
  const open = (next: boolean): void => {
    setTyped('');
    setOpen(next);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure && !remove.isPending) remove.mutate();
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={<Button variant="danger">{t('delete.button')}</Button>}
      title={t('delete.title')}
      description={t('delete.text')}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="secondary">{t('delete.cancel')}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="danger" disabled={!isSure} loading={remove.isPending}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send}>
        <Field label={t('delete.typeName', { word })}>
          <Input value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
      </form>
    </Dialog>
  );
}
