interface Piece {
  kind: 'reasoning' | 'text';
  text: string;
}

const [opening, closing] = ['<think>', '</think>'];

/** Length of the text's end that may be the beginning of the tag. */
function openEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) if (tag.startsWith(text.slice(-length))) return length;
  return 0;
}

/** Separates thoughts in tags at the beginning of a text, from servers without a field for thoughts. */
export class ThoughtTags {
  #state: 'before' | 'within' | 'between' | 'behind' = 'before';
  #held = '';

  /** Returns the content of a piece; a possible half tag is held back. */
  *take(piece: string): Iterable<Piece> {
    const text = this.#held + piece;
    this.#held = '';
    if (this.#state === 'before') yield* this.#before(text);
    else if (this.#state === 'within') yield* this.#within(text);
    else if (this.#state === 'between') yield* this.#between(text);
    else yield* told('text', text);
  }

  /** Returns the held text at the end of the answer. */
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

  /** White space between thoughts and text belongs to neither. */
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
