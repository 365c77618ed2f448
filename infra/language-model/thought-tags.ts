interface Piece {
  kind: 'reasoning' | 'text';
  text: string;
}

const [opening, closing] = ['<think>', '</think>'];

/** How much of the end of a text may be the beginning of a tag. */
function openEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) if (tag.startsWith(text.slice(-length))) return length;
  return 0;
}

/** Takes thoughts out of a text that begins with them in tags, as servers send it whose model thinks and which know no field for it. */
export class ThoughtTags {
  #state: 'before' | 'within' | 'between' | 'behind' = 'before';
  #held = '';

  /** What a piece of the text adds; a piece that may be half a tag is held. */
  *take(piece: string): Iterable<Piece> {
    const text = this.#held + piece;
    this.#held = '';
    if (this.#state === 'before') yield* this.#before(text);
    else if (this.#state === 'within') yield* this.#within(text);
    else if (this.#state === 'between') yield* this.#between(text);
    else yield* told('text', text);
  }

  /** What was held, when nothing more comes. */
  *end(): Iterable<Piece> {
    const held = this.#held;
    this.#held = '';
    yield* told(this.#state === 'within' ? 'reasoning' : 'text', held);
  }

  *#before(text: string): Iterable<Piece> {
    const begun = text.trimStart();
    if (begun.startsWith(opening)) {
      this.#state = 'within';
      return yield* this.#within(begun.slice(opening.length).trimStart());
    }
    if (opening.startsWith(begun)) {
      this.#held = text;
      return;
    }
    this.#state = 'behind';
    yield* told('text', text);
  }

  *#within(text: string): Iterable<Piece> {
    const at = text.indexOf(closing);
    if (at < 0) {
      const length = openEnd(text, closing);
      this.#held = text.slice(text.length - length);
      return yield* told('reasoning', text.slice(0, text.length - length));
    }
    this.#state = 'between';
    yield* told('reasoning', text.slice(0, at));
    yield* this.#between(text.slice(at + closing.length));
  }

  /** Blanks between the thoughts and the text belong to neither. */
  *#between(text: string): Iterable<Piece> {
    const begun = text.trimStart();
    if (!begun) return;
    this.#state = 'behind';
    yield* told('text', begun);
  }
}

function* told(kind: Piece['kind'], text: string): Iterable<Piece> {
  if (text) yield { kind, text };
}
