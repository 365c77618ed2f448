import { Alert, Box, Button, Card, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { serverNow, tabTexts } from '@waystory/client/environment.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { BookOpenText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { api } from '../../data/product.ts';
import { refusalOf } from '../../data/refusal.ts';
import { useCall } from '../../data/use-call.ts';
import { ShowPage } from '../../detail/show-page.tsx';
import { countField, Moment, personField, timeField } from '../../fields/field.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { ReasonDialog } from '../../moderation/reason-dialog.tsx';

const fields = [
  personField('accountId', { label: 'Of', small: 'primary' }),
  countField('messagesCount', { label: 'Messages', small: 'tertiary' }),
  timeField('createdAt', { label: 'Begun' }),
  timeField('lastMessageAt', { label: 'Last message', small: 'secondary' }),
];

export const list = () => <ListPage fields={fields} filters={['accountId', 'lastMessageAt']} />;

export const show = () => (
  <ShowPage facts={fields}>
    <Disclosure />
  </ShowPage>
);

/** Storage key for the end of a disclosure, milliseconds since 1970. The tab stores it, so that a reload needs no second reason. */
const keyOf = (id: string): string => `disclosed ${id}`;

interface Chat {
  id: string;
  accountId: string;
}

function Disclosure() {
  const chat = useRecordContext<Chat>();
  return chat ? <Closable key={chat.id} chat={chat} /> : null;
}

/** The conversation, hidden until the signed-in person gives a reason to read it. It is hidden again when the disclosure ends, after 15 minutes. */
function Closable({ chat: { id, accountId } }: { chat: Chat }) {
  const { run, isPending } = useCall();
  const [isAsking, setAsking] = useState(false);
  const [until, setUntil] = useState(() => Number(tabTexts.getItem(keyOf(id))));
  const [now, setNow] = useState(() => serverNow());
  const isOpen = now < until;
  useEffect(() => {
    const timer = isOpen ? setTimeout(() => setNow(serverNow()), until - serverNow() + 1) : undefined;
    return () => clearTimeout(timer);
  }, [isOpen, until]);
  const disclose = async (reason: string): Promise<void> => {
    setAsking(false);
    const answer = await run(() => api.discloseChat({ params: { id, accountId }, body: { reason } }), 'The conversation is open to you');
    if (!answer) return;
    tabTexts.setItem(keyOf(id), String(Date.parse(answer.until)));
    setUntil(Date.parse(answer.until));
    setNow(serverNow());
  };
  if (isOpen) return <Conversation id={id} until={new Date(until).toISOString()} />;
  return (
    <Card component="section" sx={{ p: { xs: 2, md: 3 }, display: 'flex', flexDirection: 'column', gap: 1.5, alignItems: 'flex-start' }}>
      <Typography>What people say to the assistant is theirs. It is closed to everybody else, administrators too.</Typography>
      <Button variant="outlined" loading={isPending} onClick={() => setAsking(true)} startIcon={<BookOpenText size={16} aria-hidden="true" />}>
        Read it, with a reason
      </Button>
      {isAsking && (
        <ReasonDialog
          title="Read this conversation?"
          text="It is open to you alone for 15 minutes. That you read it stays in the audit log."
          confirmLabel="Read it"
          readBy="Whose conversation it is sees when it was read, and this reason."
          onClose={() => setAsking(false)}
          onConfirm={(reason) => void disclose(reason)}
        />
      )}
    </Card>
  );
}

function Conversation({ id, until }: { id: string; until: string }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['disclosed', id],
    queryFn: () => api.listChatMessages({ params: { threadId: id } }),
    // No cache, so that the conversation does not stay in memory after the page is left.
    gcTime: 0,
  });
  return (
    <Card component="section" aria-label="Conversation" sx={{ p: { xs: 2, md: 3 }, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Alert severity="warning">
        Open to you until <Moment at={until} />. Its owner sees that, and why.
      </Alert>
      {isPending && <Skeleton variant="rounded" height={120} />}
      {error && <Alert severity="error">{refusalOf(error).message}</Alert>}
      {data?.map((message) => (
        <Said key={message.id} message={message} />
      ))}
    </Card>
  );
}

/** A message as text, without markup, links or pictures. */
function Said({ message: { role, createdAt, content, toolInvocations } }: { message: ChatMessage }) {
  const calls = toolInvocations.map(({ toolName }) => toolName).join(', ');
  return (
    <Box component="article">
      <Typography variant="caption" color="text.secondary" component="p">
        {role === 'user' ? 'Person' : 'Assistant'} · <Moment at={createdAt} />
      </Typography>
      <Box dir="auto" sx={{ unicodeBidi: 'isolate', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {content}
      </Box>
      {calls && (
        <Typography variant="caption" color="text.secondary">
          Called {calls}
        </Typography>
      )}
    </Box>
  );
}
