import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconButton } from '@waystory/ui/button.tsx';
import { Sparkles } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from './sidebar-state.ts';

/** spec 2.10: the search parameter `chatOpen` opens the chat; Ctrl or Cmd + j toggles it. */
export function useAssistantToggle() {
  const { chatOpen } = useSearch({ from: '__root__' });
  const isOpen = chatOpen !== undefined;
  const navigate = useNavigate();
  const toggle = useCallback((): void => {
    const change = isOpen ? { chatOpen: undefined, chatThreadId: undefined, 'chat-input': undefined } : { chatOpen: 'true' };
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }), hash: true, resetScroll: false });
  }, [isOpen, navigate]);
  useShortcut('j', toggle);
  return { isOpen, toggle };
}

export type AssistantToggle = ReturnType<typeof useAssistantToggle>;

interface AssistantButtonProps {
  door: AssistantToggle;
  /** Floats over a page without bars. */
  isFloating?: boolean;
}

/** Button that opens or closes the assistant, on every page except `bare` ones. The code of the assistant loads on demand. */
export function AssistantButton({ door: { isOpen, toggle }, isFloating = false }: AssistantButtonProps) {
  const { t } = useTranslation();
  const looks = isFloating ? ({ variant: 'floating', className: 'fixed top-28 right-2.5 z-rail' } as const) : {};
  return <IconButton icon={<Sparkles />} label={t('common.chat.open')} size="sm" side="bottom" aria-expanded={isOpen} onClick={toggle} {...looks} />;
}
