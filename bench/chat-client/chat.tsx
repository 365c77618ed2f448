import { type Message, useChat } from '@ai-sdk/react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './seen.ts';

// A page as an outside developer would write it from the AI SDK documentation: it imports nothing of the product.

window.seen = { statuses: [], tools: {}, errors: [], finishes: [], messages: [], threadId: null };

const asked = new URLSearchParams(location.search);
const api = `${asked.get('product') ?? ''}/api/chat`;
const token = asked.get('token');
const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};

/** Appends a value to a list, unless it equals the last entry. */
function note(list: string[], value: string): void {
  if (list.at(-1) !== value) list.push(value);
}

function noteTools(messages: readonly Message[]): void {
  for (const part of messages.flatMap(({ parts = [] }) => parts)) {
    if (part.type !== 'tool-invocation') continue;
    const { toolCallId, state } = part.toolInvocation;
    window.seen.tools[toolCallId] ??= [];
    note(window.seen.tools[toolCallId], state);
  }
}

function Chat({ openId, initialMessages }: { openId: string | null; initialMessages: Message[] }) {
  const [threadId, setThreadId] = useState(openId);
  const { messages, status, input, setInput, append, stop, experimental_resume } = useChat({
    api,
    headers,
    initialMessages,
    ...(openId && { id: openId }),
    // The hook builds the URL of the resumed stream from this id.
    experimental_prepareRequestBody: ({ id, messages: all }) => ({
      id,
      messages: all.slice(-1).map(({ role, content }) => ({ role, content })),
      ...(threadId && { threadId }),
    }),
    onResponse: (response) => {
      const id = response.headers.get('x-thread-id');
      if (id) setThreadId(id);
    },
    onFinish: (_, { finishReason, usage }) => window.seen.finishes.push({ finishReason, usage }),
    onError: ({ message }) => window.seen.errors.push(message),
  });
  // Runs once, as in the documentation, because the hook returns a new function for every message.
  useEffect(() => {
    if (openId) experimental_resume();
  }, [openId]);
  useEffect(() => note(window.seen.statuses, status), [status]);
  useEffect(() => {
    noteTools(messages);
    Object.assign(window.seen, { messages, threadId });
  }, [messages, threadId]);
  return (
    <form
      data-status={status}
      onSubmit={(event) => {
        event.preventDefault();
        setInput('');
        void append({ role: 'user', content: input });
      }}
    >
      {messages.map(({ id, role, content }) => (
        <p key={id} data-role={role}>
          {content}
        </p>
      ))}
      <input aria-label="Message" value={input} onChange={(event) => setInput(event.target.value)} />
      <button type="submit">Send</button>
      <button type="button" onClick={stop}>
        Stop
      </button>
    </form>
  );
}

/** Messages of an existing thread. */
async function messagesOf(id: string): Promise<Message[]> {
  const response = await fetch(`${api}/${id}`, { headers });
  return response.json();
}

const root = document.getElementById('root');
const threadId = asked.get('thread');
const initialMessages = threadId ? await messagesOf(threadId) : [];
if (root) createRoot(root).render(<Chat openId={threadId} initialMessages={initialMessages} />);
