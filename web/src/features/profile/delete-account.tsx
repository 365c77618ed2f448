import { useMutation } from '@tanstack/react-query';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../client/api.ts';
import { auth } from '../../client/identity/auth.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

/** The end of an account and of all it wrote; asked for twice, because there is no way back. */
export function DeleteAccount({ account }: { account: Account }) {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () => api.deleteAccount({ params: { id: account.id } }),
    onSuccess: () => auth.signOut(),
    onError: () => toast.error(t('delete.error')),
  });
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('delete.title'),
      text: t('delete.text'),
      confirmLabel: t('delete.confirm'),
      cancelLabel: t('delete.cancel'),
      danger: true,
    });
    if (agreed) remove.mutate();
  };
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-8">
      <p className="max-w-prose text-muted text-small">{t('delete.hint')}</p>
      <Button variant="danger" loading={remove.isPending} onClick={() => void ask()}>
        {t('delete.button')}
      </Button>
    </section>
  );
}
