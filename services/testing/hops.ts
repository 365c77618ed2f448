import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isOwn = (path: string): boolean => /^(infra|services|proto)\//.test(path) && !/\.test\.ts$|fixture\.ts$|\/testing\/|\/test-/.test(path);
/** Source of a getter that Vitest makes of an export; it runs whenever another file uses the export. */
const exportGetter = /^\(\) => \{ try \{ return/;

/**
 * Source files of this repository in which every request executes at least one function. Background work runs in some requests only, so it is not in
 * the result.
 */
export async function executedFilesOf(requests: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const session = new Session();
  session.connect();
  const files: Set<string>[] = [];
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    for (const request of requests) {
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      await request();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      await session.post('Profiler.stopPreciseCoverage');
      files.push(await executedFiles(session, result));
    }
  } finally {
    session.disconnect();
  }
  const [first = new Set<string>(), ...others] = files;
  return [...first].filter((path) => others.every((one) => one.has(path))).sort();
}

async function executedFiles(session: Session, scripts: readonly Profiler.ScriptCoverage[]): Promise<Set<string>> {
  const files = new Set<string>();
  for (const { scriptId, url, functions } of scripts) {
    const path = pathOf(url);
    const executed = functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [range] : []));
    if (!isOwn(path) || executed.length === 0) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    if (executed.some(({ startOffset }) => !exportGetter.test(scriptSource.slice(startOffset, startOffset + 40)))) files.add(path);
  }
  return files;
}

/** Path of a script relative to the repository; empty for a dependency. */
function pathOf(url: string): string {
  const [file = ''] = (url.startsWith('file:') ? fileURLToPath(url) : url).split('?');
  return file.startsWith(root) ? file.slice(root.length) : '';
}
