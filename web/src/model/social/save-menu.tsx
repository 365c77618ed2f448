import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Savable } from './saved.query.ts';
import { useSaved } from './use-saved.ts';

// Lazy: readers who save nothing never load it.
const ListPopover = lazyPart(async () => (await import('../collection/list-popover.tsx')).ListPopover, 'nothing');

export interface SaveMenuProps {
  kind: Savable;
  id: string;
  onOpenChange?: (open: boolean) => void;
  /** The button: it saves, and opens the lists once the item is saved. */
  children: (isSaved: boolean, button: Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded'>) => ReactNode;
}

/** Saves an item with the first press, and then offers the person's lists. */
export function SaveMenu({ kind, id, onOpenChange, children }: SaveMenuProps) {
  const { isSaved, toggle } = useSaved(kind, id);
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const change = (open: boolean): void => {
    setOpen(open);
    setOpened(true);
    onOpenChange?.(open);
  };
  const press = (): void => (isSaved ? change(!isOpen) : toggle());
  return (
    <>
      {children(isSaved, { ref: anchor, onClick: press, ...(isSaved && { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isOpen }) })}
      {wasOpened && (
        <Suspense>
          <ListPopover thing={{ kind, id }} anchor={anchor} open={isOpen} onOpenChange={change} isSaved={isSaved} onToggleSaved={toggle} />
        </Suspense>
      )}
    </>
  );
}
