import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

/** An engine for tests of starting and provisioning, which builds within milliseconds. */
export interface EngineFixture {
  engine: Engine;
  /** Cache of provisioned servers. */
  cache: string;
  /** Source file of the server; a changed one causes another build. */
  source: string;
  /** Number of builds. */
  builds(): number;
  close(): void;
}

/** Program of a server that counts its starts in its data folder and answers the count on its port. It ends when its standard input closes. */
const counter = `
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
const [folder, port] = process.argv.slice(2);
appendFileSync(folder + '/starts', 'x');
const starts = readFileSync(folder + '/starts', 'utf8').length;
createServer((socket) => socket.end(String(starts))).listen(Number(port), '127.0.0.1');
process.stdin.on('end', () => process.exit(0)).resume();
console.log('start ' + starts);
`;

/** @param text Program of the server; by default it counts its starts. */
export function engineFixture(text = counter): EngineFixture {
  const folder = mkdtempSync(join(tmpdir(), 'waystory-engine-fixture-'));
  const [cache, source] = [join(folder, 'cache'), join(folder, 'server.mjs')];
  writeFileSync(source, text);
  let builds = 0;
  const engine: Engine = {
    name: 'counter',
    title: 'Counter',
    version: '1.0.0',
    needs: [],
    sources: [source],
    usualPorts: [0],
    memoryMb: 1,
    provision: async (draft) => {
      builds += 1;
      mkdirSync(join(draft, 'lib'));
      writeFileSync(join(draft, 'lib', 'server.mjs'), text);
    },
    prepare: async ({ installed, folder: data, ports: [port] }) => ({
      program: process.execPath,
      args: [join(installed, 'lib', 'server.mjs'), data, String(port)],
    }),
    probe: async (port) => void (await answerAt(port)),
    settings: (port) => ({ COUNTER_PORT: String(port) }),
  };
  return { engine, cache, source, builds: () => builds, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Text that a server sends after a connection.
 * @throws Error without a server.
 */
export async function answerAt(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(socket, 'end');
  return said;
}
