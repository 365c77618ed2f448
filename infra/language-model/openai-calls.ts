import { newId } from '../identifier.ts';
import { type ModelDelta, ModelFailure } from './port.ts';

/** A piece of a tool call on the wire. Compatible servers omit fields, or send other types than OpenAI. */
export interface CallDelta {
  /** Ollama sends 0 for every call, Gemini nothing, some gateways a text. */
  index?: number | string | null;
  /** Often empty or missing in later pieces. LiteLLM generates a new id for every piece. */
  id?: string | null;
  function?: { name?: string | null; arguments?: string | object | null } | null;
  /** Gemini sends the thought signature of a call here, sometimes in a separate piece. */
  extra_content?: unknown;
}

interface OpenCall {
  callId: string;
  name: string;
  /** Arguments yielded so far. */
  text: string;
  /** Placeholder arguments, yielded at the end unless real arguments arrive. */
  held: string;
}

/** Assembles tool calls from pieces: decides for each piece which call it belongs to, whatever the server. */
export class CallAssembler {
  readonly #byIndex = new Map<number, OpenCall>();
  readonly #byId = new Map<string, OpenCall>();
  #latest: OpenCall | undefined;
  /** Fields of a call whose name is still incomplete. */
  #early: { id: string; name: string; index: number | null } | undefined;
  #count = 0;
  readonly #names: readonly string[];

  /** @param names Names of the available tools. */
  constructor(names: readonly string[] = []) {
    this.#names = names;
  }

  /** Number of calls begun. */
  get count(): number {
    return this.#count;
  }

  /**
   * Deltas of one piece.
   * @throws ModelFailure `model/broken` when the piece continues an unknown call.
   */
  *take(piece: CallDelta): Iterable<ModelDelta> {
    const { name: part, arguments: args } = piece.function ?? {};
    const text = typeof args === 'object' && args !== null ? JSON.stringify(args) : (args ?? '');
    const early = this.#earlyOf(piece);
    const name = part && early?.name ? early.name + part : part;
    let call = early?.name ? undefined : this.#continued(piece, text);
    if (!call) {
      if (!name || (!text && this.#isBeginning(name))) return this.#wait(piece, name ?? early?.name ?? '', text);
      call = this.#begin(piece, name);
      yield { kind: 'call', callId: call.callId, name };
    }
    // Some servers open a call with placeholder arguments and send the real ones later.
    if (name && text === '{}' && !call.text) call.held = text;
    else yield* argumentsOf(call, text);
    if (piece.extra_content !== undefined && piece.extra_content !== null) {
      yield { kind: 'extra', callId: call.callId, extra: piece.extra_content };
    }
  }

  /** Yields placeholder arguments that no real arguments have replaced. */
  *end(): Iterable<ModelDelta> {
    for (const call of new Set(this.#byId.values())) if (call.held) yield { kind: 'arguments', callId: call.callId, text: call.held };
  }

  /** The call that a piece continues; undefined when the piece begins a call. */
  #continued(piece: CallDelta, text: string): OpenCall | undefined {
    const { id, function: called } = piece;
    const index = numberOf(piece);
    const known = id ? this.#byId.get(id) : undefined;
    // Two complete calls may share an id, because some gateways use the name as id.
    if (known) return called?.name && isWhole(known.text) && isWhole(text) ? undefined : known;
    const open = index !== null ? this.#byIndex.get(index) : this.#latest;
    // A new id alone begins no call; only a name does.
    if (!open || !called?.name) return open;
    // Some servers repeat the name in every piece. While the arguments are incomplete, it is the same call.
    const isUnfinished = open.text !== '' && !isWhole(open.text);
    const isRepeated = open.name === called.name && (isUnfinished || (!id && !isWhole(open.text) && !isWhole(text)));
    return isRepeated ? open : undefined;
  }

  #begin(piece: CallDelta, name: string): OpenCall {
    const index = numberOf(piece);
    const given = piece.id || this.#earlyOf(piece)?.id;
    this.#early = undefined;
    const callId = given && !this.#byId.has(given) ? given : newId();
    const call = { callId, name, text: '', held: '' };
    if (index !== null) this.#byIndex.set(index, call);
    this.#byId.set(callId, call);
    this.#latest = call;
    this.#count++;
    return call;
  }

  #earlyOf(piece: CallDelta) {
    return this.#early && this.#early.index === numberOf(piece) ? this.#early : undefined;
  }

  /** True for a name that is only the beginning of a tool's name. */
  #isBeginning(name: string): boolean {
    return !this.#names.includes(name) && this.#names.some((whole) => whole.startsWith(name));
  }

  #wait(piece: CallDelta, name: string, text: string): void {
    const id = piece.id || this.#earlyOf(piece)?.id || '';
    if (text || (!id && !name)) throw new ModelFailure('model/broken', new Error('A tool call has no name'));
    this.#early = { id, name, index: numberOf(piece) };
  }
}

function numberOf({ index }: CallDelta): number | null {
  if (typeof index === 'string') return /^\d+$/.test(index) ? Number(index) : null;
  return index ?? null;
}

function* argumentsOf(call: OpenCall, text: string): Iterable<ModelDelta> {
  if (!text) return;
  call.held = '';
  call.text += text;
  yield { kind: 'arguments', callId: call.callId, text };
}

/** True for the text of a complete JSON object. */
function isWhole(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Piece {
  kind: 'reasoning' | 'text';
  text: string;
}

const [opening, closing] = ['<think>', '</think>'];

/** Length of the longest suffix of the text that is a prefix of the tag. */
function openEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) if (tag.startsWith(text.slice(-length))) return length;
  return 0;
}

/** Separates `<think>` reasoning at the beginning of an answer from its text, for servers without a field for reasoning. */
export class ThinkTagSeparator {
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
