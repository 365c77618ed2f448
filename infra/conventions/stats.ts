import { codePaths, isTestCode, lineCountOf, type ParsedFile, parseFile, textOf } from './sources.ts';

/** Prints a table with one line per row. */
const table = (title: string, rows: readonly (readonly [name: string, count: number | string])[]): void => {
  console.log(`\n${title}`);
  for (const [name, count] of rows) console.log(`${String(count).padStart(9)}  ${name}`);
};
const bySize = <T>(entries: Iterable<readonly [T, number]>): (readonly [T, number])[] => [...entries].sort((a, b) => b[1] - a[1]);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const percentile = (numbers: readonly number[], share: number): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? 0;

/** Most lines of a fragment, a file with a single importer. */
const fragmentLines = 40;

const all = codePaths().map((path) => ({ ...parseFile(path), lines: lineCountOf(textOf(path)) }));
const code = all.filter(({ path }) => !isTestCode(path));
const [workspaces, folders] = [1, 2].map((depth) => Map.groupBy(code, ({ path }) => path.split('/').slice(0, -1).slice(0, depth).join('/')));
const linesBy = (groups: Map<string, typeof code> | undefined) =>
  bySize([...(groups ?? [])].map(([name, files]) => [name, sum(files.map(({ lines }) => lines))] as const));

const importers = new Map<string, number>();
for (const { imports } of code) for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1);
const withOne = code.filter(({ path }) => importers.get(path) === 1);

const homes = new Map<string, number>();
for (const { exports } of code) for (const name of new Set(exports)) homes.set(name, (homes.get(name) ?? 0) + 1);
const shared = bySize([...homes].filter(([, count]) => count > 1));

const words = (text: string): number => text.split(' ').length;
const comments = all.flatMap((file: ParsedFile) => file.comments);
const sizes = code.map(({ lines }) => lines);

table('TypeScript that people wrote, without tests', [
  ['lines', sum(sizes)],
  ['of them, lines of contracts and fixtures of tests', sum(code.filter(({ path }) => /fixture|\/contract/.test(path)).map(({ lines }) => lines))],
  ['files', code.length],
  ['lines of the median file', percentile(sizes, 0.5)],
  ['lines of the 95th percentile', percentile(sizes, 0.95)],
  ['files with one importer', withOne.length],
  [`of them, files of at most ${fragmentLines} lines`, withOne.filter(({ lines }) => lines <= fragmentLines).length],
  ['exported names', homes.size],
  ['exported names with two homes or more', shared.length],
  ['lines of tests', sum(all.filter(({ path }) => isTestCode(path)).map(({ lines }) => lines))],
]);
table('Lines by workspace', linesBy(workspaces));
table('Largest folders', linesBy(folders).slice(0, 25));
table('Exported names with most homes', shared.slice(0, 15));
table('Comments', [
  ['comments', comments.length],
  [
    'words of the median comment',
    percentile(
      comments.map(({ text }) => words(text)),
      0.5,
    ),
  ],
]);
table('Longest comments, in words', bySize(comments.map(({ path, line, text }) => [`${path}:${line}`, words(text)] as const)).slice(0, 10));
