import type { Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';

/** Boards that all meet at, so that fighters want the same documents. */
const boards = 4;
const notes = 12;

const oneOf = (count: number): number => Math.floor(Math.random() * count);

const makers: readonly ((n: number) => Step)[] = [
  (n) => {
    const boardId = `b${oneOf(boards)}`;
    return { stream: `board-${boardId}`, type: 'BoardRenamed', data: { boardId, title: `title ${n}` } };
  },
  (n) => {
    const noteId = `n${n}`;
    return { stream: `note-${noteId}`, type: 'NotePinned', data: { noteId, boardId: `b${oneOf(boards)}`, text: `pinned ${n}` } };
  },
  (n) => {
    const noteId = `n${Math.max(0, n - oneOf(notes))}`;
    return { stream: `note-${noteId}`, type: 'NoteEdited', data: { noteId, text: oneOf(5) === 0 ? '' : `edited ${n}` } };
  },
  () => ({ stream: `vote-${oneOf(3)}`, type: 'VoteCast', data: { boardId: `b${oneOf(boards)}`, weight: 1 } }),
  () => ({ stream: `vote-${oneOf(3)}`, type: 'VoteMoved', data: { fromId: `b${oneOf(boards)}`, toId: `b${oneOf(boards)}`, weight: 2 } }),
];

/** The `n`-th event of a log in which whatever is done twice, left out or overwritten shows in a sum or a title. */
export function stepAt(n: number): Step {
  const make = makers[oneOf(makers.length)] ?? makers[0];
  if (!make) throw new Error('There is nothing to make');
  return make(n);
}
