import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createOpenStreams } from './send-reply.ts';

let server: Server;
afterEach(() => server.close().closeAllConnections());

/** Starts an answer and sends its first word; `heard` resolves with the text that the client received. */
async function begun(): Promise<{ response: ServerResponse; heard: Promise<string> }> {
  const asked = Promise.withResolvers<ServerResponse>();
  server = createServer((_, response) => {
    response.write('Once');
    asked.resolve(response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const answer = await fetch(`http://127.0.0.1:${port}`);
  return { response: await asked.promise, heard: answer.text().catch(() => 'broken off') };
}

test('Open streams resolve ended() when all answers have ended', async () => {
  const streams = createOpenStreams();
  await streams.ended();
  const { response, heard } = await begun();
  streams.add(response);
  let hasEnded = false;
  const ended = streams.ended().then(() => {
    hasEnded = true;
  });
  expect(hasEnded).toBe(false);
  response.end(' upon a time');
  await ended;
  expect(await heard).toBe('Once upon a time');
});

test('Client of an aborted stream gets an error instead of a complete answer', async () => {
  const streams = createOpenStreams();
  const { response, heard } = await begun();
  streams.add(response);
  streams.breakOff();
  expect(await heard).toBe('broken off');
  await streams.ended();
});

test('Streamed answer that begins after breakOff is aborted at once', async () => {
  const streams = createOpenStreams();
  streams.breakOff();
  const { response, heard } = await begun();
  streams.add(response);
  expect(await heard).toBe('broken off');
});
