#!/usr/bin/env bash
# A streamed answer may end early: a server restarts, or a proxy closes it in good order between two lines. The data stream protocol of the
# AI SDK ends every answer with a finish part, so one expects a client to notice when that part is missing. The readers of two generations
# (ui-utils 1.2.11 beneath useChat of version 4, and readUIMessageStream of ai 5) take such an answer for whole: no error is raised, and only
# a finish reason of "unknown" in the first, and a part left as "streaming" in the second, tell the difference. Half a trip is shown as the whole plan.
# A server that knows how its answer ended has to say so in the stream, and a client of its own has to look for the finish part.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @ai-sdk/ui-utils@1.2.11 ai@5.0.277 zod@3.25.76 node@26.10.0
cat > run.mjs <<'JS'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { processDataStream, callChatApi } from '@ai-sdk/ui-utils';
import { DefaultChatTransport, readUIMessageStream } from 'ai';

const bodies = {
  '/v4': 'f:{"messageId":"m1"}\n0:"Day 1: Belem. "\n',
  '/v5': ['start', 'text-start', 'text-delta'].map((type) => `data: ${JSON.stringify({ type, ...(type !== 'start' && { id: 't' }), ...(type === 'text-delta' && { delta: 'Day 1: Belem. ' }) })}\n\n`).join(''),
};
// The stream ends in good order at a line's end: what a proxy or a stopping server makes of it.
const server = createServer((request, response) =>
  response.writeHead(200, { 'content-type': request.url === '/v5' ? 'text/event-stream' : 'text/plain' }).end(bodies[request.url]),
);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const seen = {};
await callChatApi({
  api: `${origin}/v4`,
  body: {},
  streamProtocol: 'data',
  credentials: undefined,
  headers: undefined,
  abortController: undefined,
  restoreMessagesOnFailure: () => (seen.v4Restored = true),
  onResponse: undefined,
  onUpdate: () => {},
  onFinish: (message, { finishReason }) => (seen.v4 = { text: message.content, finishReason }),
  onToolCall: undefined,
  generateId: () => 'id',
  lastMessage: undefined,
  fetch,
}).catch((error) => (seen.v4Error = error.message));

const transport = new DefaultChatTransport({ api: `${origin}/v5` });
const stream = await transport.sendMessages({ trigger: 'submit-message', chatId: 'c', messages: [], abortSignal: undefined });
try {
  for await (const message of readUIMessageStream({ stream, onError: (error) => (seen.v5Error = String(error)) })) seen.v5 = message.parts;
} catch (error) {
  seen.v5Error = error.message;
}
server.closeAllConnections();
server.close();
console.log(JSON.stringify(seen));
assert.deepEqual([seen.v4, seen.v4Error, seen.v5Error], [{ text: 'Day 1: Belem. ', finishReason: 'unknown' }, undefined, undefined]);
assert.equal(seen.v5[0].text, 'Day 1: Belem. ');
JS
echo "@ai-sdk/ui-utils 1.2.11 and ai 5.0.277; expected: an answer without its finish part is an error"
node_modules/.bin/node run.mjs
echo "Behaviour as recorded on 2026-11-29."
