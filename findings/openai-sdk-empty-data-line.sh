#!/usr/bin/env bash
# In the standard of server-sent events (WHATWG HTML, 9.2.6) an event whose data is empty is not dispatched: gateways send such lines to keep a
# connection open. One expects a client of such streams to pass over them. OpenAI's SDK takes each for JSON and ends the answer with
# a SyntaxError; a comment line (":") in the same place is passed over. For a trip planner behind a gateway of its own, answers break off where the model thinks long.
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

const chunk = (content, finish_reason = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
let between = '';
const server = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${chunk('Evora ')}${between}${chunk('first', 'stop')}data: [DONE]\n\n`),
);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${server.address().port}/v1`, maxRetries: 0, logLevel: 'off' });
async function answer(line) {
  between = line;
  let text = '';
  try {
    for await (const { choices } of await client.chat.completions.create({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Where to?' }] }))
      text += choices[0]?.delta.content ?? '';
    return { text };
  } catch (error) {
    return { text, error: error.name };
  }
}
const [plain, comment, empty] = [await answer(''), await answer(': wait\n\n'), await answer('data:\n\n')];
console.log({ plain, comment, empty });
server.closeAllConnections();
server.close();
assert.deepEqual(plain, { text: 'Evora first' });
assert.deepEqual(comment, plain);
assert.deepEqual(empty, { text: 'Evora ', error: 'SyntaxError' });
JS
echo "openai 7.57.0; expected: three times the whole answer"
node_modules/.bin/node run.mjs
echo "Behaviour as recorded on 2026-11-29."
