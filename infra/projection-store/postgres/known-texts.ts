import { bytesOf, type CallerMemory, callerMemory, textOfItsOwn } from '../../caller-memory.ts';
import type { Question, StoredText } from '../port.ts';
import { tableName } from './expressions.ts';
import { type LayoutOf, marksStatement, possibleIds, splitMarks, splitTexts, textsStatement } from './query.ts';
import type { Run } from './statement.ts';

/** What is made of a text and kept with it takes twice as much as the text at most. */
const withViews = 3;

/** Answers questions by documents as text, the same object for each as long as it is stored unchanged. */
export type KnownTexts = (questions: readonly Question[], layoutOf: LayoutOf) => Promise<StoredText[][]>;

/** A document that was found: what it is kept under, and what was kept. */
interface Found {
  collection: string;
  mark: string;
  known: StoredText | undefined;
}

type Row = Record<string, string | null>;

/**
 * Documents stay in memory by id and revision. Which ones answer a question, in which order and who sees them is asked each time, as is their
 * revision: what is stored otherwise by now has another one, so that nothing old is ever answered. Revisions never come back: builds have numbers
 * of their own, and what was removed keeps its row.
 */
export function knownTexts(run: Run, memory: CallerMemory = callerMemory): KnownTexts {
  const cache = memory.cache<string, StoredText>('texts', { sizeOf: ({ text }) => withViews * bytesOf(text) });
  const keep = (collection: string, mark: string, text: string): StoredText => {
    const kept = { text };
    cache.set(`${collection} ${mark}`, kept);
    return kept;
  };

  /** Reads those that are not known, if they are still what they were a moment ago. */
  async function completed(missing: readonly Found[]): Promise<boolean> {
    for (const collection of new Set(missing.map((one) => one.collection))) {
      const of = missing.filter((one) => one.collection === collection);
      const ids = of.map(({ mark }) => mark.slice(mark.indexOf(' ') + 1));
      const text = `select rev || ' ' || id as mark, body from ${tableName(collection)} where id = any($1::text[]) and body is not null`;
      const bodies = new Map((await run<Row>({ text, values: [possibleIds(ids)] })).map(({ mark, body }) => [mark, body]));
      for (const one of of) {
        const body = bodies.get(one.mark);
        if (body == null) return false;
        one.known = keep(collection, one.mark, body);
      }
    }
    return true;
  }

  /** All of them, as they are at one moment. */
  async function asked(questions: readonly Question[], layoutOf: LayoutOf): Promise<StoredText[][]> {
    const [row] = await run<Row>(textsStatement(questions, layoutOf));
    return questions.map(({ collection }, index) => {
      const marks = splitMarks(row?.[`${index}m`]);
      return splitTexts(row?.[index]).map((text, at) => {
        const mark = marks?.[at];
        return mark === undefined ? { text } : (cache.get(`${collection} ${mark}`) ?? keep(collection, mark, textOfItsOwn(text)));
      });
    });
  }

  /** Those that are known, and which others there are; null where they cannot be told apart. */
  function recalled(questions: readonly Question[], row: Row | undefined): Found[][] | null {
    const found: Found[][] = [];
    for (const [index, { collection }] of questions.entries()) {
      const marks = splitMarks(row?.[index]);
      if (!marks) return null;
      found.push(marks.map((mark) => ({ collection, mark, known: cache.get(`${collection} ${mark}`) })));
    }
    return found;
  }

  return async (questions, layoutOf) => {
    const [row] = await run<Row>(marksStatement(questions, layoutOf));
    const found = recalled(questions, row);
    if (!found) return asked(questions, layoutOf);
    const missing = found.flatMap((of) => of.filter(({ known }) => !known));
    const few = 2 * missing.length <= found.reduce((sum, { length }) => sum + length, 0);
    const isWhole = missing.length === 0 || (few && (await completed(missing)));
    return isWhole ? found.map((of) => of.flatMap(({ known }) => known ?? [])) : asked(questions, layoutOf);
  };
}
