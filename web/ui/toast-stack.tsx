import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { type ToastEntry, type ToastKind, toastStore } from './toast-store.ts';
import { useUiTexts } from './ui-texts.tsx';

/** spec 9: swipe distance that dismisses a toast, pixels. */
const swipeDistance = 20;

const icons = {
  success: { icon: CircleCheck, styles: 'text-success' },
  error: { icon: CircleAlert, styles: 'text-danger' },
  info: { icon: Info, styles: 'text-teal-text' },
  warning: { icon: TriangleAlert, styles: 'text-warning' },
} as const satisfies Record<Exclude<ToastKind, 'plain'>, unknown>;

const toastStyles = [
  'pointer-events-auto flex items-center gap-3 rounded-control border border-line bg-raised py-3 pr-2 pl-4 text-ink shadow-overlay',
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-rise-in',
  'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
].join(' ');

/** Toasts, 356 px wide and 14 px apart (spec 9). F8 moves the focus to them; hover and focus pause their timer. */
export function ToastStack() {
  const texts = useUiTexts();
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <Toast.Provider swipeThreshold={swipeDistance} swipeDirection="right" label={texts.notifications}>
      {entries.map((entry) => (
        <ToastCard key={entry.serial} entry={entry} />
      ))}
      <Toast.Viewport
        label={texts.notifications}
        className="pointer-events-none fixed inset-x-3 top-[calc(4.5rem+env(safe-area-inset-top))] z-toast mx-auto flex max-w-[356px] flex-col gap-[14px] outline-none"
      />
    </Toast.Provider>
  );
}

function ToastCard({ entry }: { entry: ToastEntry }) {
  const { close } = useUiTexts();
  const { serial, kind, message, description, action, duration, open } = entry;
  const badge = kind === 'plain' ? null : icons[kind];
  const change = (isOpen: boolean): void => {
    if (!isOpen) toastStore.close(serial);
  };
  return (
    <Toast.Root open={open} onOpenChange={change} duration={duration} type={kind === 'error' ? 'foreground' : 'background'} className={toastStyles}>
      {badge && <badge.icon aria-hidden="true" className={cn('size-5 shrink-0', badge.styles)} />}
      <div className="min-w-0 flex-1">
        <Toast.Title className="text-small font-semibold">{message}</Toast.Title>
        {description && <Toast.Description className="text-small text-muted">{description}</Toast.Description>}
      </div>
      {action && (
        <Toast.Action asChild altText={action.label}>
          <Button size="sm" variant="secondary" onClick={action.onClick}>
            {action.label}
          </Button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <Button icon={<X />} size="icon-sm" variant="quiet" aria-label={close} className="text-muted" />
      </Toast.Close>
    </Toast.Root>
  );
}
