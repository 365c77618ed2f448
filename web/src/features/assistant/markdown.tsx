import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, memo, type ReactNode } from 'react';
import { safeLinkOf } from './safe-link.ts';

/** Text of the assistant, rendered from Markdown tokens: raw HTML stays text, and images become links. */
export const Markdown = memo(({ text }: { text: string }) => <div className="chat-prose flex min-w-0 flex-col gap-3">{blocks(lexer(text))}</div>);

const blocks = (tokens: readonly Token[]): ReactNode => keyed(tokens, (token) => block(token as Tokens.Generic)); // the kinds are told apart by `type`
const inline = (tokens: readonly Token[] | undefined): ReactNode => keyed(tokens ?? [], (token) => span(token as Tokens.Generic)); // as above

/** Renders each token under its offset in the text as key, because a streaming text grows only at its end. */
function keyed(tokens: readonly Token[], show: (token: Token) => ReactNode): ReactNode {
  let at = 0;
  return tokens.map((token) => {
    at += token.raw.length;
    return <Fragment key={at - token.raw.length}>{show(token)}</Fragment>;
  });
}

function block(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return <p className="font-bold text-[1.0625rem]">{inline(token.tokens)}</p>;
    case 'hr':
      return <hr className="border-line" />;
    case 'blockquote':
      return <blockquote className="flex flex-col gap-2 border-line-strong border-l-2 pl-3 text-muted">{blocks(token.tokens ?? [])}</blockquote>;
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-control bg-sunken p-3 text-small">
          <code>{token.text}</code>
        </pre>
      );
    case 'list':
      return <List list={token as Tokens.List} />; // type `list`
    case 'table':
      return <Table table={token as Tokens.Table} />; // type `table`
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text;
    default:
      return <p>{token.raw}</p>;
  }
}

function List({ list }: { list: Tokens.List }) {
  const Root = list.ordered ? 'ol' : 'ul';
  return (
    <Root start={list.start === '' ? undefined : list.start} className={list.ordered ? 'list-decimal pl-6' : 'list-disc pl-5'}>
      {keyed(list.items, (item) => (
        <li className="my-1 pl-1 marker:text-muted">{blocks((item as Tokens.ListItem).tokens)}</li> // a list contains only list items
      ))}
    </Root>
  );
}

function Table({ table }: { table: Tokens.Table }) {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td'): ReactNode =>
    row.map((cell, column) => (
      <Cell key={column} className="border-line border-b px-2 py-1.5 text-left align-top">
        {inline(cell.tokens)}
      </Cell>
    ));
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr>{cells(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function span(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong className="font-bold">{inline(token.tokens)}</strong>;
    case 'em':
      return <em>{inline(token.tokens)}</em>;
    case 'del':
      return <del>{inline(token.tokens)}</del>;
    case 'codespan':
      return <code className="rounded bg-sunken px-1.5 py-0.5 text-[0.9em]">{token.text}</code>;
    case 'br':
      return <br />;
    case 'link': {
      const words = withoutLinks(token.tokens);
      return <SafeLink href={token.href} text={inline(words)} words={textIn(words)} />;
    }
    case 'image':
      return <SafeLink href={token.href} text={token.text} words={token.text} />;
    case 'escape':
    case 'text':
      return token.tokens ? inline(token.tokens) : token.text;
    default:
      return token.raw;
  }
}

/** Replaces images inside a link by their alternative text, because links cannot be nested. */
const withoutLinks = (tokens: readonly Token[] = []): Token[] =>
  tokens.map((token) => (token.type === 'image' ? { type: 'text', raw: token.raw, text: String(token.text) } : token));

/** Plain text of tokens, without markup. */
const textIn = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? textIn(token.tokens) : 'text' in token ? token.text : token.raw)).join('');

/**
 * Link that shows the host of another site before a click. The host follows the text, unless the text already contains it. An unsafe URL stays text.
 */
function SafeLink({ href, text, words }: { href: string; text: ReactNode; words: string }) {
  const link = safeLinkOf(href, location.origin);
  if (!link) return text || href;
  // Compares whole host names, because `bank.example` contains `bank.exam`.
  const isNamed = link.host === null || words.split(/[\s/:?#]+/).includes(link.host);
  return (
    <>
      <a
        href={link.href}
        className="rounded text-teal-text underline underline-offset-2 hover:no-underline"
        {...(link.host && { target: '_blank', rel: 'noopener noreferrer nofollow ugc' })}
      >
        {text || link.href}
      </a>
      {!isNamed && <span className="text-muted text-small"> ({link.host})</span>}
    </>
  );
}
