import { useMutation } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';

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
