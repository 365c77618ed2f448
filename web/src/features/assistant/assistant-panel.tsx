import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStable } from '../../lib/use-stable.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { useSignInGate } from '../../model/identity/sign-in-gate.ts';
import { Answering } from './answering.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { PanelHeader } from './panel-header.tsx';
import { CreditsNotice, DisclosureNotice, ProblemBox } from './panel-notices.tsx';
import { useAssistant } from './use-assistant.ts';
import { useChatAddress } from './use-chat-address.ts';
import { useDraft } from './use-draft.ts';
import { useFocus } from './use-focus.ts';
import { Welcome } from './welcome.tsx';

// Few look back.
const HistoryDialog = lazyPart(async () => (await import('./history-dialog.tsx')).HistoryDialog, 'nothing');

/** The travel assistant (spec 2.10): one conversation beside the page, or over it on a phone. */
export function AssistantPanel() {
  const { t } = useTranslation(['assistant', 'translation']);
  const address = useChatAddress();
  const assistant = useAssistant(address);
  const [draft, setDraft] = useDraft(address, assistant.state.threadId);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const isDesktop = useIsDesktop();
  const { send, replace, goOn } = useAsking(address, setDraft);
  useFocus({ input, log, isBusy: assistant.isBusy, mayType: isDesktop });
  const toNewChat = (): void => {
    void conversation.stop().then(() => conversation.open(null));
    address.set({ chatThreadId: 'new', 'chat-input': undefined });
    input.current?.focus();
  };
  const { state, messages, isBusy, hasNoCredits } = assistant;
  return (
    <PanelFrame title={t('title')} onClose={address.close} initialFocus={isDesktop ? input : log}>
      <PanelHeader onNew={toNewChat} onHistory={() => setHistoryOpen(true)} onClose={address.close} />
      <DisclosureNotice key={state.threadId} assistant={assistant} />
      <MessageList ref={log} assistant={assistant} onReplace={replace} onGoOn={goOn}>
        {messages.length === 0 && !assistant.isLoading && (
          <Welcome itineraryId={address.itineraryId} onAsk={send} disabled={isBusy || hasNoCredits} />
        )}
      </MessageList>
      <ProblemBox assistant={assistant} onNew={toNewChat} />
      <CreditsNotice show={hasNoCredits} isOverPage={!isDesktop} />
      <Composer ref={input} text={draft} onChange={setDraft} onSend={send} isBusy={isBusy} disabled={isBusy || hasNoCredits} />
      <Answering state={state} />
      <Suspense>
        {isHistoryOpen && (
          <HistoryDialog
            open
            onOpenChange={setHistoryOpen}
            itineraryId={address.itineraryId}
            onChoose={(id) => address.set({ chatThreadId: id, 'chat-input': undefined })}
            onGone={() => address.set({ chatThreadId: 'new', 'chat-input': undefined })}
          />
        )}
      </Suspense>
    </PanelFrame>
  );
}

/** Asks, once somebody is signed in; what did not arrive is in the field again. What is about a thread that is open is asked by whoever has it. */
function useAsking({ itineraryId, set }: ReturnType<typeof useChatAddress>, setDraft: (text: string) => void) {
  const { t } = useTranslation();
  const gate = useSignInGate();
  const page = useRef(itineraryId);
  useEffect(() => {
    page.current = itineraryId;
  }, [itineraryId]);
  const send = useStable((text: string): void => {
    // It is still there after the way to the sign-in.
    setDraft(text);
    set({ 'chat-input': text });
    gate({ title: t('common.auth.title'), description: t('common.auth.description') }, async () => {
      setDraft('');
      set({ 'chat-input': undefined });
      if (!(await conversation.send(text, page.current))) setDraft(text);
    });
  });
  const replace = useStable((text: string, messageId: string) => conversation.send(text, page.current, messageId));
  const goOn = useStable(() => void conversation.goOn(page.current));
  return { send, replace, goOn };
}
