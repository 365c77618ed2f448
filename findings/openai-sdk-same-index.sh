#!/usr/bin/env bash
# Servers that call themselves compatible with OpenAI number tool calls in a stream differently: Ollama gives each call the index 0 and an id
# of its own. One expects OpenAI's own SDK to tell two ids apart when it puts the pieces together, or to refuse. Its stream helper goes by
# the index alone: two calls become one, with the id of the last, the name once and both arguments in a row, and nothing is raised. A trip planner
# that looks up two towns at once gets one call whose arguments are no JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund openai@7.57.0 node@26.10.0
cat > run.mjs <<'JS'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import OpenAI from 'openai';

const call = (id, query) => ({ index: 0, id, type: 'function', function: { name: 'lookup_location', arguments: JSON.stringify({ query }) } });
const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const body = [
  chunk({ role: 'assistant', content: '', tool_calls: [call('call_a', 'Evora')] }),
  chunk({ role: 'assistant', content: '', tool_calls: [call('call_b', 'Sintra')] }),
  chunk({}, 'tool_calls'),
  'data: [DONE]\n\n',
].join('');
const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${server.address().port}/v1`, maxRetries: 0 });
const message = await client.chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: 'Evora and Sintra' }] }).finalMessage();
const calls = message.tool_calls.map(({ id, function: { name, arguments: text } }) => ({ id, name, text }));
console.log(calls);
server.closeAllConnections();
server.close();
assert.equal(calls.length, 1);
assert.equal(calls[0].text, '{"query":"Evora"}{"query":"Sintra"}');
JS
echo "openai 7.57.0; expected: two calls, or an error"
node_modules/.bin/node run.mjs
echo "Behaviour as recorded on 2026-11-29."
