import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** A file of the product; the path is relative to the root, with slashes. */
interface Source {
  path: string;
  text: string;
}
/** Returns the paths that break the rule, each with the reason where it is not obvious. */
type Rule = (sources: readonly Source[]) => string[];

const source = (path: string, text = ''): Source => ({ path, text });
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const isCode = (path: string): boolean => /\.(ts|tsx|mjs|js)$/.test(path);
const folderOf = (path: string): string => posix.dirname(path);

const isName = (specifier: string): boolean => !/[\s'"`]/.test(specifier);
const importPatterns = [/\bfrom\s*['"]([^'"]+)['"]/g, /\bimport\s*\(?\s*['"]([^'"]+)['"]/g];
/** Imports of a file: paths from the root for our own files, names for everything else. */
function importsOf({ path, text }: Source): string[] {
  const specifiers = importPatterns.flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1] ?? ''));
  return specifiers.filter(isName).map((specifier) => {
    if (specifier.startsWith('.')) return posix.join(folderOf(path), specifier);
    return specifier
      .replace(/^@waystory\/(ui|client)\//, 'web/$1/')
      .replace(/^@waystory\/(scenes|local-model)$/, 'packages/$1/index.ts')
      .replace(/^@waystory\//, '');
  });
}

const adapters = [
  'postgres',
  'kafka',
  'mongodb',
  'eventstoredb',
  'elasticsearch',
  'temporal',
  'dbos',
  'azure',
  'folder',
  'scenes',
  'unsplash',
  'gazetteer',
  'mapbox',
  'openai',
];

const everyAdapterRunsTheContract: Rule = (sources) => {
  const has = (path: string): boolean => sources.some((one) => one.path === path);
  const ports = sources.filter(({ path }) => /^infra\/[^/]+\/port\.ts$/.test(path)).map(({ path }) => folderOf(path));
  const files = ports.filter((folder) => has(`${folder}/contract.ts`)).flatMap((folder) => adapters.map((engine) => `${folder}/${engine}.ts`));
  const tests = sources.filter(({ path }) => isTest(path));
  const runs = (candidate: Source, adapter: string): boolean => {
    const imports = importsOf(candidate);
    return imports.includes(adapter) && imports.includes(`${folderOf(adapter)}/contract.ts`) && /\w+Contract\(/.test(candidate.text);
  };
  return files.filter((adapter) => has(adapter) && !tests.some((candidate) => runs(candidate, adapter)));
};

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const namesAreKebabCase: Rule = (sources) =>
  sources
    .map(({ path }) => path)
    .filter((path) => path.split('/').some((part) => !kebab.test(part) && !/^(README|CHANGELOG|CAPACITY)\.md$|^\.|_test\.rego$/.test(part)));

const namesSayWhatIsInside: Rule = (sources) =>
  sources.map(({ path }) => path).filter((path) => path.split(/[/.-]/).some((word) => /^(utils?|common|helpers?|shared|managers?)$/.test(word)));

/** Workspaces, folders and files that each workspace may import. */
const below: Readonly<Record<string, readonly string[]>> = {
  proto: [],
  'packages/scenes': ['proto'],
  infra: ['proto', 'packages/scenes/index.ts'],
  'packages/local-model': ['proto', 'infra/places', 'infra/identifier.ts'],
  services: ['proto', 'infra', 'packages/scenes/index.ts', 'packages/local-model/index.ts'],
  web: ['proto'],
  admin: ['proto', 'web/ui', 'web/client'],
};
/** Further imports of tests: tests of the admin app check rights on the product itself. */
const belowTests: Readonly<Record<string, readonly string[]>> = { admin: ['infra/http', 'services/access', 'services/testing', 'services/all.ts'] };
const importsGoDown: Rule = (sources) =>
  sources.flatMap((one) => {
    const workspace = Object.keys(below).find((name) => one.path.startsWith(`${name}/`));
    const allowed = workspace && below[workspace];
    if (!allowed) return [];
    const all = [workspace, ...allowed, ...((isTest(one.path) && belowTests[workspace]) || [])];
    const ours = importsOf(one).filter((path) => /^(proto|packages|infra|services|bench|web|admin)\//.test(path));
    return ours.filter((path) => !all.some((place) => `${path}/`.startsWith(`${place}/`))).map((path) => `${one.path} imports ${path}`);
  });

/** Folders of `infra/`, lowest layer first. A folder may import folders of lower layers, and no other folder of `infra/`. */
const floors: readonly (readonly string[])[] = [
  ['open-settings', 'offered-packages', 'sign-in-settings', 'engine-clients', 'erase'],
  ['errors', 'config', 'identifier', 'api-headers', 'page-origins', 'hidden-route', 'letters', 'lock', 'work-queue', 'aborted', 'waiting'],
  ['outages'],
  ['log', 'cache-registry'],
  ['tracing'],
  ['postgres'],
  ['open-data'],
  // Ports with their adapters.
  ['event-store'],
  ['bus', 'blobs', 'photos', 'places', 'routing', 'facts', 'language-model', 'payments'],
  ['projection-store', 'workflows'],
  ['dead-letters'],
  ['consumers'],
  ['personal-data', 'search', 'processes'],
  ['open-adapters'],
  ['adapters'],
  ['archive', 'traced-adapters'],
  ['backup'],
  ['commands', 'identity'],
  ['read-models', 'history'],
  ['read-models/projector'],
  ['read-models/builds'],
  ['read-models/indexes'],
  ['read-models/reads'],
  ['reactors', 'http'],
  ['host'],
  ['bulk', 'engine-servers'],
];
const floorOf = (path: string): number => {
  const [, folder = '', sub = ''] = path.replace(/\.ts$/, '').split('/');
  const at = (name: string): number => floors.findIndex((floor) => floor.includes(name));
  return Math.max(at(folder), at(`${folder}/${sub}`));
};
const placeOf = (path: string): string => floors[floorOf(path)]?.find((name) => path.startsWith(`infra/${name}`)) ?? path;
const foldersImportDown: Rule = (sources) =>
  sources
    .filter(
      ({ path }) =>
        path.startsWith('infra/') &&
        path.endsWith('.ts') &&
        !isTest(path) &&
        !/fixture|\.config|\.d\.ts|test-|totals-reporter|^infra\/conventions\//.test(path),
    )
    .flatMap((one) => {
      const mine = floorOf(one.path);
      if (mine < 0) return [`${one.path} stands on no floor`];
      const offending = importsOf(one).filter((path) => path.startsWith('infra/') && placeOf(path) !== placeOf(one.path) && floorOf(path) >= mine);
      return offending.map((path) => `${one.path} imports ${path}`);
    });

/**
 * Folders of the web app, lowest first. `lib` knows nothing of the product. `ui` and `client` are packages that the admin app shares, and import
 * nothing of the app.
 */
const webFloors: readonly (readonly string[])[] = [['lib'], ['ui', 'client'], ['model'], ['map'], ['features'], ['app']];
/** The only module of the web app that reads browser state. */
const webGround = 'web/client/environment.ts';
const webFoldersImportDown: Rule = (sources) =>
  // Entry files of the app are in no folder, and may import every folder.
  sources
    .filter(({ path }) => /^web\/(src\/[^/]+|ui|client)\//.test(path))
    .flatMap((one) => {
      const partsOf = (path: string): string[] => path.replace(/^web\/(src\/)?/, '').split('/');
      const [folder = '', sub = ''] = partsOf(one.path);
      const floor = (name: string): number => webFloors.findIndex((names) => names.includes(name));
      if (floor(folder) < 0) return [`${one.path} stands on no floor`];
      const isPackage = !one.path.startsWith('web/src/');
      const isBelow = (path: string): boolean => {
        if (path === webGround) return true;
        const [other = '', otherSub = ''] = partsOf(path);
        if (other === folder) return folder !== 'features' || otherSub === sub;
        return !isPackage && floor(other) < floor(folder);
      };
      const offending = importsOf(one).filter((path) => /^web\/(src|ui|client)\//.test(path) && !isBelow(path));
      return offending.map((path) => `${one.path} imports ${path}`);
    });

/** Blocked storage and malformed languages are handled in one module. The script in the head is exempt, because it runs before all modules. */
const browserIsAskedInOnePlace: Rule = (sources) =>
  sources
    .filter(({ path }) => /^(web\/(src|ui|client)|admin\/src)\//.test(path) && !isTest(path) && path !== webGround && path !== 'web/ui/theme.ts')
    .flatMap(({ path, text }) => {
      const [asked] = /\b(localStorage|sessionStorage|matchMedia)\b(?=[.(,])|\bnavigator\.(languages?|locks|clipboard)\b/.exec(text) ?? [];
      return asked ? [`${path} asks ${asked}`] : [];
    });

/** Folders of the admin app, lowest layer first; resources do not import each other. */
const adminFloors: readonly (readonly string[])[] = [
  ['lib', 'catalogue', 'theme'],
  ['session'],
  ['data'],
  ['fields'],
  ['list'],
  ['detail', 'moderation'],
  ['bulk', 'charts', 'search', 'keys'],
  ['layout'],
  ['resources', 'dashboard', 'queue', 'system'],
];
const adminFoldersImportDown: Rule = (sources) =>
  sources
    .filter(({ path }) => /^admin\/src\/[^/]+\//.test(path))
    .flatMap((one) => {
      const placesOf = (path: string): string[] => path.split('/').slice(2);
      const floor = (name = ''): number => adminFloors.findIndex((names) => names.includes(name));
      const [folder = '', sub = ''] = placesOf(one.path);
      if (floor(folder) < 0) return [`${one.path} stands on no floor`];
      const isBelow = (path: string): boolean => {
        const [other, otherSub] = placesOf(path);
        return other === folder ? folder !== 'resources' || otherSub === sub : floor(other) < floor(folder);
      };
      const offending = importsOf(one).filter((path) => path.startsWith('admin/src/') && !isBelow(path));
      return offending.map((path) => `${one.path} imports ${path}`);
    });

const contextOf = (path: string): string | undefined => /^services\/([^/]+)\//.exec(path)?.[1];
const contextsAreApart: Rule = (sources) =>
  sources.flatMap((one) => {
    const context = contextOf(one.path);
    if (!context || ['operations', 'testing', 'access'].includes(context)) return [];
    const mayImport = (path: string): boolean => contextOf(path) === context || (isTest(one.path) && contextOf(path) === 'testing');
    const others = importsOf(one).filter((path) => path.startsWith('services/') && !mayImport(path));
    return others.map((path) => `${one.path} imports ${path}`);
  });

const purePorts = ['infra/commands/decider.ts', 'infra/erase.ts', 'infra/errors.ts', 'infra/identifier.ts', 'infra/identity/principal.ts'];
/** True for `services/<context>/<entity>/<entity>.ts` that exports a stream or its decisions. */
const holdsRules = ({ path, text }: Source): boolean =>
  /^services\/[^/]+\/[^/]+\/[a-z0-9-]+(\.stream)?\.ts$/.test(path) && /^export .*(: Stream<|\bdecide)/m.test(text);
const rulesArePure: Rule = (sources) =>
  sources.filter(holdsRules).flatMap((one) => {
    const impure = importsOf(one).filter((path) => /^(fastify|pg|node:.*)$/.test(path) || (path.startsWith('infra/') && !purePorts.includes(path)));
    return impure.map((path) => `${one.path} imports ${path}`);
  });

/** Code of a file that remains at run time. */
const withoutTypes = ({ path, text }: Source): Source => source(path, text.replaceAll(/^(import|export) type [^;]*;/gm, ''));
const notReplayable = /\b(Math\.random|Date\.now|new Date\(\)|performance\.|setTimeout|setInterval|process\.|randomUUID|fetch\()/;
/** Workflows run in isolates, and are replayed from the beginning after a crash; all their imports must allow both. */
const workflowsArePure: Rule = (sources) => {
  const files = new Map(sources.map((one) => [one.path, one]));
  const reached = new Set(sources.filter(({ path }) => path.endsWith('.workflow.ts')).map(({ path }) => path));
  const said: string[] = [];
  for (const path of reached) {
    const one = withoutTypes(files.get(path) ?? source(path));
    const [impure] = path.startsWith('proto/') ? [] : (notReplayable.exec(one.text) ?? []);
    if (impure) said.push(`${path} uses ${impure}`);
    for (const imported of importsOf(one)) {
      if (files.has(imported)) reached.add(imported);
      else if (imported !== 'zod') said.push(`${path} imports ${imported}`);
    }
    const exported = path.endsWith('.workflow.ts') ? (one.text.match(/^export /gm) ?? []).length : 1;
    if (exported !== 1) said.push(`${path} exports ${exported} values`);
  }
  return said;
};

const settingsAreReadInOnePlace: Rule = (sources) =>
  sources
    .filter(({ path, text }) => !/(^infra\/|\.)config\.ts$|\/e2e\//.test(path) && /\bprocess(\.|\[['"])env\b/.test(text))
    .map(({ path }) => path);

const longest = 300;
const filesAreShort: Rule = (sources) =>
  sources
    .filter(({ path }) => isCode(path) && !isTest(path))
    .map(({ path, text }) => ({ path, lines: text.replace(/\n$/, '').split('\n').length }))
    .filter(({ lines }) => lines > longest)
    .map(({ path, lines }) => `${path} has ${lines} lines`);

const everyTestRuns: Rule = (sources) =>
  sources
    .filter(({ text }) => /\b(test|it|describe|suite)(\.\w+)*\.(skip|only|todo|fails)\b|^\s*(xit|xtest|xdescribe|fit|fdescribe)\(/m.test(text))
    .map(({ path }) => path);

const port = [source('infra/bus/port.ts'), source('infra/bus/contract.ts'), source('infra/bus/kafka.ts'), source('infra/bus/partitions.ts')];
const contractTest = `import { busContract } from './contract.ts';\nimport { kafkaBus } from './kafka.ts';\n`;

/** Every rule with an offending example, its message, and an accepted example. */
const rules: readonly (readonly [name: string, rule: Rule, offending: Source[], said: string[], fine: Source[]])[] = [
  [
    'every adapter of a port runs the whole contract',
    everyAdapterRunsTheContract,
    [...port, source('infra/bus/kafka.test.ts', `${contractTest}test('some of it', () => {});`)],
    ['infra/bus/kafka.ts'],
    [...port, source('infra/bus/kafka.test.ts', `${contractTest}busContract(make);`)],
  ],
  [
    'names of files and folders are in kebab-case',
    namesAreKebabCase,
    [source('infra/eventStore/port.ts'), source('proto/kit/List.ts'), source('proto/kit/list_query.ts')],
    ['infra/eventStore/port.ts', 'proto/kit/List.ts', 'proto/kit/list_query.ts'],
    [
      source('infra/event-store/port.test.ts'),
      source('infra/decisions/0001-one-log.md'),
      source('services/README.md'),
      source('k8s/check/policy/policy_test.rego'),
    ],
  ],
  [
    'names say what is inside',
    namesSayWhatIsInside,
    [source('infra/shared/a.ts'), source('infra/string-utils.ts'), source('infra/helpers.ts'), source('infra/pool-manager.test.ts')],
    ['infra/shared/a.ts', 'infra/string-utils.ts', 'infra/helpers.ts', 'infra/pool-manager.test.ts'],
    [source('infra/postgres/pool.ts')],
  ],
  [
    'workspaces import what is below them, and packages through their index',
    importsGoDown,
    [
      source('proto/kit/a.ts', `import x from '../../infra/b.ts';`),
      source('infra/a.ts', `await import(\n'@waystory/services/all.ts');`),
      source('infra/photos/a.ts', `import '@waystory/local-model';\nimport '../../packages/scenes/offer.ts';`),
      source('web/src/a.ts', `import '../../admin/src/b.ts';`),
      source('admin/src/a.ts', `import '../../web/src/b.ts';\nimport '../../services/testing/product.ts';`),
    ],
    [
      'proto/kit/a.ts imports infra/b.ts',
      'infra/a.ts imports services/all.ts',
      'infra/photos/a.ts imports packages/local-model/index.ts',
      'infra/photos/a.ts imports packages/scenes/offer.ts',
      'web/src/a.ts imports admin/src/b.ts',
      'admin/src/a.ts imports web/src/b.ts',
      'admin/src/a.ts imports services/testing/product.ts',
    ],
    [
      source('infra/a.ts', `import '@waystory/proto/b.ts';\nimport './c.ts';`),
      source('services/a.ts', `export * from '@waystory/infra/b.ts';\nimport '@waystory/local-model';`),
      source('packages/local-model/a.ts', `import '@waystory/infra/places/port.ts';\nimport './b.ts';`),
      source('admin/src/a.ts', `import '@waystory/client/b.ts';`),
      source('admin/src/a.test.ts', `import '../../services/testing/product.ts';`),
    ],
  ],
  [
    'folders of infra import what is below them',
    foldersImportDown,
    [
      source('infra/bus/port.ts', `import type { Blobs } from '../blobs/port.ts';`),
      source('infra/commands/decider.ts', `import '../host/host.ts';`),
      source('infra/read-models/projection.ts', `import './projector/fold.ts';`),
      source('infra/errors.ts', `import './adapters.ts';`),
      source('infra/wonders/wonder.ts'),
    ],
    [
      'infra/bus/port.ts imports infra/blobs/port.ts',
      'infra/commands/decider.ts imports infra/host/host.ts',
      'infra/read-models/projection.ts imports infra/read-models/projector/fold.ts',
      'infra/errors.ts imports infra/adapters.ts',
      'infra/wonders/wonder.ts stands on no floor',
    ],
    [
      source('infra/bus/kafka.ts', `import './kafka/client.ts';\nimport '../event-store/port.ts';`),
      source('infra/read-models/projector/fold.ts', `import '../projection.ts';`),
      source('infra/host/host.ts', `import '../http/app.ts';\nimport './service.ts';`),
    ],
  ],
  [
    'folders of the web app import what stands below them, and features no other feature',
    webFoldersImportDown,
    [
      source('web/src/lib/bounds.ts', `import { api } from '@waystory/client/api.ts';`),
      source('web/ui/card.tsx', `import '../client/api.ts';\nimport '../src/lib/bounds.ts';`),
      source('web/src/features/story/page.tsx', `import '../home/card.tsx';`),
      source('web/src/features/story/list.tsx', `const Shell = lazy(() => import('../../app/shell.tsx'));`),
      source('web/src/wonders/wonder.ts'),
    ],
    [
      'web/src/lib/bounds.ts imports web/client/api.ts',
      'web/ui/card.tsx imports web/client/api.ts',
      'web/ui/card.tsx imports web/src/lib/bounds.ts',
      'web/src/features/story/page.tsx imports web/src/features/home/card.tsx',
      'web/src/features/story/list.tsx imports web/src/app/shell.tsx',
      'web/src/wonders/wonder.ts stands on no floor',
    ],
    [
      source('web/src/main.tsx', `import './app/router.tsx';`),
      source('web/src/app/router.tsx', `import '../features/home/page.tsx';`),
      source('web/src/features/story/page.tsx', `import './journey/way.ts';\nimport '../../map/view.tsx';\nimport '@waystory/ui/card.tsx';`),
      source('web/ui/media.ts', `import '@waystory/client/environment.ts';`),
    ],
  ],
  [
    'the apps ask the browser in one place',
    browserIsAskedInOnePlace,
    [
      source('web/src/lib/units.ts', `localStorage.getItem('units')`),
      source('admin/src/fields/money.tsx', 'moneyText(amount, navigator.language)'),
      source('web/client/identity/auth.ts', `navigator.locks.request('token', run)`),
    ],
    [
      'web/src/lib/units.ts asks localStorage',
      'admin/src/fields/money.tsx asks navigator.language',
      'web/client/identity/auth.ts asks navigator.locks',
    ],
    [
      source('web/client/environment.ts', 'safeStorage(() => localStorage)'),
      source('web/src/app/i18n.ts', `{ order: ['localStorage'] }`),
      source('web/src/lib/units.test.ts', 'localStorage.clear()'),
    ],
  ],
  [
    'folders of the admin app import what stands below them, and resources no other resource',
    adminFoldersImportDown,
    [
      source('admin/src/lib/words.ts', `import '../data/calls.ts';`),
      source('admin/src/resources/posts/posts.resource.tsx', `import '../accounts/name.tsx';`),
      source('admin/src/wonders/wonder.ts'),
    ],
    [
      'admin/src/lib/words.ts imports admin/src/data/calls.ts',
      'admin/src/resources/posts/posts.resource.tsx imports admin/src/resources/accounts/name.tsx',
      'admin/src/wonders/wonder.ts stands on no floor',
    ],
    [
      source('admin/src/app.tsx', `import './resources/pages.tsx';`),
      source('admin/src/resources/posts/posts.resource.tsx', `import './text.tsx';\nimport '../../list/list-page.tsx';`),
    ],
  ],
  [
    'contexts do not import each other',
    contextsAreApart,
    [source('services/world/a.ts', `import type { B } from\n  '../accounts/b.ts';`), source('services/world/c.ts', `import '../all.ts';`)],
    ['services/world/a.ts imports services/accounts/b.ts', 'services/world/c.ts imports services/all.ts'],
    [
      source('services/all.ts', `import './accounts/service.ts';`),
      source('services/operations/verify.ts', `import '../all.ts';`),
      source('services/world/a.test.ts', `import '../testing/product.ts';\nimport './a.ts';`),
    ],
  ],
  [
    'rules are pure',
    rulesArePure,
    ['node:crypto', 'fastify', 'pg', '@waystory/infra/read-models/projection.ts', '../../../infra/config.ts'].map((path) =>
      source('services/trips/trip/trip.ts', `import '${path}';\nexport const tripStream: Stream<A, B, C> = {};`),
    ),
    ['node:crypto', 'fastify', 'pg', 'infra/read-models/projection.ts', 'infra/config.ts'].map(
      (path) => `services/trips/trip/trip.ts imports ${path}`,
    ),
    [
      source(
        'services/trips/trip/trip.ts',
        `import '@waystory/infra/commands/decider.ts';\nimport '@waystory/proto/trips/trip.ts';\nexport function decideTrip() {}`,
      ),
      source('services/trips/trip/trip.routes.ts', `import '@waystory/infra/http/route-handler.ts';\nexport function decideRoute() {}`),
    ],
  ],
  [
    'workflows and what they import can run in an isolate, and again',
    workflowsArePure,
    [
      source(
        'services/trips/trip/book.workflow.ts',
        `import { a } from './a.ts';\nimport pg from 'pg';\nexport const book = {};\nexport const other = {};`,
      ),
      source('services/trips/trip/a.ts', `import 'node:fs';\nexport const a = () => Math.random();`),
      source('services/trips/trip/late.workflow.ts', `import type pg from 'pg';\nconst at = Date.now();`),
    ],
    [
      'services/trips/trip/book.workflow.ts imports pg',
      'services/trips/trip/book.workflow.ts exports 2 values',
      'services/trips/trip/late.workflow.ts uses Date.now',
      'services/trips/trip/late.workflow.ts exports 0 values',
      'services/trips/trip/a.ts uses Math.random',
      'services/trips/trip/a.ts imports node:fs',
    ],
    [
      source(
        'services/trips/trip/book.workflow.ts',
        `import { z } from 'zod';\nimport type {\n  Pool } from 'pg';\nimport { a } from './a.ts';\nexport type B = 1;\nexport const book = defineWorkflow();`,
      ),
      source('services/trips/trip/a.ts', `import type { Pool } from 'pg';\nexport const a = (at: number) => new Date(at);\nexport const b = 1;`),
      source('services/trips/trip/book.activities.ts', `import 'node:fs';\nDate.now();`),
    ],
  ],
  [
    'the environment is read in infra/config.ts only',
    settingsAreReadInOnePlace,
    [source('infra/log.ts', 'const { LOG_LEVEL } = process.env;'), source('infra/log.test.ts', `process['env'].HOME`)],
    ['infra/log.ts', 'infra/log.test.ts'],
    [source('infra/config.ts', 'process.env'), source('infra/log.ts', 'process.environment')],
  ],
  [
    `a file has ${longest} lines at most`,
    filesAreShort,
    [source('infra/long.ts', 'a\n'.repeat(longest + 1))],
    [`infra/long.ts has ${longest + 1} lines`],
    [
      source('infra/full.ts', 'a\n'.repeat(longest)),
      source('infra/long.test.ts', 'a\n'.repeat(longest + 1)),
      source('infra/long.json', 'a\n'.repeat(999)),
    ],
  ],
  [
    'every test runs',
    everyTestRuns,
    [source('infra/a.test.ts', 'test.skip('), source('infra/b.test.ts', 'describe.concurrent.only('), source('infra/c.ts', '  it.todo(')],
    ['infra/a.test.ts', 'infra/b.test.ts', 'infra/c.ts'],
    [source('infra/a.test.ts', `test.each([])('skips nothing', () => test.skipIf(await missing('kafka')))`)],
  ],
];

const root = fileURLToPath(new URL('../', import.meta.url));
const workspaces = ['proto', 'packages', 'infra', 'services', 'bench', 'k8s', 'web', 'admin'];
/** Excluded: installed, generated and data files, and this file, which quotes forbidden code. */
const left = /(^|\/)(node_modules|\.types|\.data|dist|out)\/|^proto\/gen\/|^services\/world\/data\/|^infra\/conventions\.test\.ts$/;

function readTree(folder: string): Source[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (left.test(entry.isDirectory() ? `${path}/` : path)) return [];
    if (entry.isDirectory()) return readTree(path);
    return [source(path, isCode(path) ? readFileSync(`${root}${path}`, 'utf8') : '')];
  });
}

describe('conventions in the whole tree', () => {
  const present = readdirSync(root).filter((name) => workspaces.includes(name));
  const tree = present.flatMap(readTree);

  test('cover the known source files', () => {
    expect(tree.map(({ path }) => path)).toEqual(expect.arrayContaining(['proto/kit/field.ts', 'infra/bus/contract.ts', 'services/all.ts']));
    expect(tree.filter(holdsRules).map(({ path }) => path)).toContain('services/itineraries/stop/stop.ts');
  });

  test.each(rules)('%s', (_, rule) => {
    expect(rule(tree)).toEqual([]);
  });
});

describe('convention check detects a breach, and only a breach, of', () => {
  test.each(rules)('%s', (_, rule, offending, said, fine) => {
    expect(rule(offending)).toEqual(said);
    expect(rule(fine)).toEqual([]);
  });
});
