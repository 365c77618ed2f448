import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const guides = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })];
const decisions = globSync('infra/decisions/[0-9]*.md', { cwd: root }).toSorted();
const folders = ['proto', 'infra', 'services', 'web', 'admin', 'bench', 'k8s', 'findings', 'docs', '.ci', '.githooks'];

const withoutBlocks = (text: string): string => text.replaceAll(/```[\s\S]*?```/g, '');
/** Anchors of headings by GitHub's rule. */
const anchorsOf = (text: string): string[] =>
  Array.from(withoutBlocks(text).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Links to missing files and sections. */
function brokenLinks(path: string, text: string): string[] {
  const links = Array.from(withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file ? posix.join(posix.dirname(path), file) : path;
    if (!existsSync(`${root}${target}`)) return true;
    return anchor !== undefined && !anchorsOf(target === path ? text : read(target)).includes(anchor);
  });
}

/** Missing paths in code spans. Patterns and placeholders, such as `<name>`, are no paths; `out` is created by a run. */
function missingPaths(text: string): string[] {
  const spans = Array.from(withoutBlocks(text).matchAll(/`([^`\s]+\/[^`\s]*)`/g), ([, span = '']) => span);
  const paths = spans.filter((span) => folders.includes(span.split('/')[0] ?? '') && !/[<>*{}]|\/out\//.test(span));
  return paths.filter((path) => !existsSync(`${root}${path}`));
}

test.each(guides)('every link and path in %s exists', (path) => {
  const text = read(path);
  expect([...brokenLinks(path, text), ...missingPaths(text)]).toEqual([]);
});

test('Every link in the decisions has a target', () => {
  expect([...decisions, 'infra/decisions/README.md'].flatMap((path) => brokenLinks(path, read(path)).map((link) => `${path}: ${link}`))).toEqual([]);
});

test('Document check reports a missing path, file or section', () => {
  expect(missingPaths('`infra/nowhere.ts`, `infra/documents.test.ts`, `services/<context>/service.ts`, `read/behind`')).toEqual(['infra/nowhere.ts']);
  const text = '# A heading, and more\n[a](nowhere.md) [b](README.md) [c](#a-heading-and-more) [d](#elsewhere) [e](https://example.org/x.md)';
  expect(brokenLinks('CONTRIBUTING.md', text)).toEqual(['nowhere.md', '#elsewhere']);
});

test('Index of decisions lists exactly all decisions with title and status, in order', () => {
  const rows = Array.from(read('infra/decisions/README.md').matchAll(/^\| (\d{4}) \| \[(.+)\]\((.+)\) \| (.+) \| .+ \|$/gm), (row) => row.slice(1));
  const expected = decisions.map((path) => {
    const [heading = '', , status = ''] = read(path).split('\n');
    const [, number, title] = /^# (\d{4}) (.+)$/.exec(heading) ?? [];
    const [, kind = '', by = ''] = /\b(Replaced|Amended) by ([^.]*)/.exec(status) ?? [];
    const numbers = by.match(/\d{4}/g) ?? [];
    return [number, title, posix.basename(path), kind ? `${kind.toLowerCase()} by ${numbers.join(', ')}` : 'accepted'];
  });
  expect(rows).toEqual(expected);
  expect(decisions.map((path) => posix.basename(path).slice(0, 4))).toEqual(expected.map(([number]) => number));
});
