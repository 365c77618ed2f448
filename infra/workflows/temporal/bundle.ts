import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkflowBundle } from '@temporalio/worker';
import type { BoundWorkflow } from '../workflow.ts';

const bundles = new Map<string, Promise<WorkflowBundle>>();

/** Bundle of workflows for Temporal's isolate. Bundling takes seconds, so bundles are cached by files. */
export function bundleOf(workflows: readonly BoundWorkflow[]): Promise<WorkflowBundle> {
  const files = [...new Set(workflows.map(({ workflow }) => fileURLToPath(workflow.module)))].toSorted();
  const key = files.join('\n');
  const bundle = bundles.get(key) ?? bundleFiles(files);
  bundles.set(key, bundle);
  bundle.catch(() => bundles.delete(key));
  return bundle;
}

async function bundleFiles(files: readonly string[]): Promise<WorkflowBundle> {
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const folder = await mkdtemp(join(tmpdir(), 'waystory-workflows-'));
  try {
    const entry = join(folder, 'workflows.js');
    await writeFile(entry, entryOf(files));
    return await bundleWorkflowCode({
      workflowsPath: entry,
      logger: new DefaultLogger('ERROR'),
      // The entry lies outside our packages.
      webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, modules: [...(config.resolve?.modules ?? []), packagesFolder()] } }),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const entryOf = (files: readonly string[]): string =>
  [
    `import { runAny } from ${JSON.stringify(join(import.meta.dirname, 'isolate.ts'))};`,
    ...files.map((file, index) => `import * as workflow${index} from ${JSON.stringify(file)};`),
    `export default runAny([${files.map((_, index) => `workflow${index}`)}]);`,
  ].join('\n');

function packagesFolder(): string {
  const [folder] = createRequire(import.meta.url)
    .resolve('@temporalio/workflow')
    .split(join('@temporalio', 'workflow'));
  return folder ?? '';
}
