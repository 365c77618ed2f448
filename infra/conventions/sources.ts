import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';

const root = fileURLToPath(new URL('../../', import.meta.url));

const isGenerated = (path: string): boolean => path.startsWith('proto/gen/');
export const isTestCode = (path: string): boolean => /\.(test|spec|long)\.|\/(e2e|testing)\//.test(path);

/** Paths of all TypeScript that people wrote, relative to the root. */
export const codePaths = (): readonly string[] =>
  execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !isGenerated(path));
export const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
export const lineCountOf = (text: string): number => text.split('\n').length - 1;

/** A comment as a reader sees it: adjacent line comments form one comment. */
export interface Comment {
  path: string;
  line: number;
  text: string;
}
/** Title of a test or a group of tests. */
export interface TestTitle {
  path: string;
  line: number;
  text: string;
  /** True for a title inside a group; the reader sees it after the title of the group. */
  isNested: boolean;
}
export interface ParsedFile {
  path: string;
  comments: readonly Comment[];
  exports: readonly string[];
  /** Imported specifiers, as paths relative to the root for files of the repository. */
  imports: readonly string[];
}

type Syntax = ReturnType<typeof parse>;
const syntaxOf = (path: string, text: string): Syntax =>
  parse(text, { sourceType: 'module', errorRecovery: true, plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] });

const bare = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function commentsOf(path: string, { comments }: Syntax): Comment[] {
  const all: (Comment & { end: number })[] = [];
  for (const { type, value, loc } of comments ?? []) {
    if (!loc || /^\/|biome-ignore|@vitest-environment|^\s*@ts-/.test(value)) continue;
    const before = all.at(-1);
    if (type === 'CommentLine' && before && before.end === loc.start.line - 1) {
      before.text = `${before.text} ${bare(value)}`;
      before.end = loc.end.line;
    } else all.push({ path, line: loc.start.line, text: bare(value), end: type === 'CommentLine' ? loc.end.line : -1 });
  }
  return all.filter(({ text }) => text !== '').map(({ end: _, ...comment }) => comment);
}

const exported = /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
const imported = /\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
const packages: Readonly<Record<string, string>> = { ui: 'web/ui', client: 'web/client' };
function placeOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, name = '', rest = ''] = /^@waystory\/([^/]+)\/(.*)$/.exec(specifier) ?? [];
  return name === '' ? undefined : `${packages[name] ?? name}/${rest}`;
}

/** Comments, exports and imports of a file. */
export function parseFile(path: string, text = textOf(path)): ParsedFile {
  const places = Array.from(text.matchAll(imported), ([, specifier = '']) => placeOf(path, specifier));
  return {
    path,
    comments: commentsOf(path, syntaxOf(path, text)),
    exports: Array.from(text.matchAll(exported), ([, name = '']) => name),
    imports: [...new Set(places.filter((place) => place !== undefined))],
  };
}

const titled = /^(\s*)(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\2,/;
/** Titles of the tests of a file, where they are literals. */
export const titlesOf = (path: string): TestTitle[] =>
  textOf(path)
    .split('\n')
    .flatMap((line, index) => {
      const [, indent, , text] = titled.exec(line) ?? [];
      return text === undefined ? [] : [{ path, line: index + 1, text, isNested: indent !== '' }];
    });

const riddleOfTitle = /^(what|whatever|whoever|those|one that)\b/i;
const withoutSubject = /^(of|who|that)\b/i;
/** Fault of a title: it begins with a pronoun, or, outside a group, with `of`. Undefined for a good title. */
export const titleFaultOf = ({ text, isNested }: Pick<TestTitle, 'text' | 'isNested'>): string | undefined => {
  const start = riddleOfTitle.exec(text) ?? (isNested ? null : withoutSubject.exec(text));
  return start ? `begins with ${start[1]}` : undefined;
};

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?;:])\s+(?=[A-Z`"'(])|\s+(?=@(?:param|throws|returns)\b)/);
const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** Most words that a sentence of a comment may have; the style asks for 20. */
const sentenceWords = 25;
const riddle = /^(What|Whatever|Who|Whoever|Those|Of)\b/;
/** Fault of a comment that a machine can detect; undefined without one. */
export function commentFaultOf({ text }: Comment): string | undefined {
  const start = riddle.exec(text.replace(/^@\w+\s+(\w+\s+-?\s*)?/, ''));
  if (start) return `begins with ${start[1]}`;
  const longest = sentencesOf(text).reduce((most, sentence) => Math.max(most, wordsOf(sentence)), 0);
  return longest > sentenceWords ? `has a sentence of ${longest} words` : undefined;
}
