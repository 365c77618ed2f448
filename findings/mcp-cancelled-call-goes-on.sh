#!/usr/bin/env bash
# A client of the Model Context Protocol that runs into its own time-out cancels the call, so one expects the tool's abort signal to fire.
# With the official packages over stateless HTTP that depends on the protocol revision that was negotiated. Under 2026-07-28 the client closes
# the connection and the signal fires. Under 2025-11-25, the default, the client posts notifications/cancelled and leaves the connection open;
# each post meets a server of its own, so the signal of the running tool never fires. A planner that times out and tries again then has
# its day or stop added twice. A server has to match cancellations to calls by itself, or to know a repetition.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/server@2.4.0 zod@4.2.1 node@26.10.0
cat > run.mjs <<'JS'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

let posts = [];
let ended = Promise.withResolvers();
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'planner', version: '1' });
  server.registerTool('add_day', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    await pause(1_500);
    ended.resolve(mcpReq.signal.aborted);
    return { content: [{ type: 'text', text: 'added' }] };
  });
  return server;
});
const http = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  if (body) posts.push(JSON.parse(body).method);
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) posts.push('connection closed');
    gone.abort();
  });
  const init = { method: request.method, headers: Object.entries(request.headers), signal: gone.signal, ...(body && { body }) };
  const answer = await handler.fetch(new Request(`http://localhost${request.url}`, init));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) for await (const chunk of answer.body) response.write(chunk);
  response.end();
});
await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));

const seen = {};
for (const options of [{}, { versionNegotiation: { mode: 'auto' } }]) {
  const client = new Client({ name: 'assistant', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${http.address().port}/`)));
  [posts, ended] = [[], Promise.withResolvers()];
  await assert.rejects(client.callTool({ name: 'add_day', arguments: {} }, { timeout: 300 }), /timed out/);
  const isAborted = await ended.promise;
  const version = client.getNegotiatedProtocolVersion();
  seen[version] = { posts: [...posts], isAborted };
  console.log(`${version}: the client sent ${posts.join(', ')}; the tool's signal was ${isAborted ? '' : 'not '}aborted`);
  await client.close();
}
http.closeAllConnections();
http.close();
assert.deepEqual(seen, {
  '2025-11-25': { posts: ['tools/call', 'notifications/cancelled'], isAborted: false },
  '2026-07-28': { posts: ['tools/call', 'connection closed'], isAborted: true },
});
JS
echo "@modelcontextprotocol/client and server 2.4.0; expected: the signal is aborted under both revisions"
node_modules/.bin/node run.mjs
echo "Behaviour as recorded on 2026-11-29."
