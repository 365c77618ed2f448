import { type Script, scripts } from './scripts.ts';

/** A metadata value with its GGUF type. */
type Value =
  | { u32: number }
  | { f32: number }
  | { bool: boolean }
  | { text: string }
  | { texts: readonly string[] }
  | { f32s: readonly number[] }
  | { i32s: readonly number[] };

interface Tensor {
  name: string;
  /** Dimensions; the length of a row comes first. */
  shape: readonly number[];
  values: Float32Array;
}

const alignment = 32;
/** Type numbers of the format. */
const types = { u32: 4, i32: 5, f32: 6, bool: 7, text: 8, list: 9 } as const;
const tensorOfF32 = 0;

const number = (write: (buffer: Buffer) => void, size: number): Buffer => {
  const buffer = Buffer.alloc(size);
  write(buffer);
  return buffer;
};
const u32 = (value: number): Buffer => number((buffer) => buffer.writeUInt32LE(value), 4);
const i32 = (value: number): Buffer => number((buffer) => buffer.writeInt32LE(value), 4);
const f32 = (value: number): Buffer => number((buffer) => buffer.writeFloatLE(value), 4);
const u64 = (value: number): Buffer => number((buffer) => buffer.writeBigUInt64LE(BigInt(value)), 8);
const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const list = (type: number, items: readonly Buffer[]): Buffer => Buffer.concat([u32(types.list), u32(type), u64(items.length), ...items]);
const typed = (type: number, value: Buffer): Buffer => Buffer.concat([u32(type), value]);

function encoded(value: Value): Buffer {
  if ('u32' in value) return typed(types.u32, u32(value.u32));
  if ('f32' in value) return typed(types.f32, f32(value.f32));
  if ('bool' in value) return typed(types.bool, Buffer.from([value.bool ? 1 : 0]));
  if ('text' in value) return typed(types.text, text(value.text));
  if ('texts' in value) return list(types.text, value.texts.map(text));
  if ('f32s' in value) return list(types.f32, value.f32s.map(f32));
  return list(types.i32, value.i32s.map(i32));
}

const padded = (buffer: Buffer): Buffer => Buffer.concat([buffer, Buffer.alloc((alignment - (buffer.length % alignment)) % alignment)]);

/** A file in GGUF, version 3. */
function gguf(metadata: Readonly<Record<string, Value>>, tensors: readonly Tensor[]): Buffer {
  const data = tensors.map(({ values }) => padded(Buffer.from(values.buffer)));
  let offset = 0;
  const infos = tensors.map(({ name, shape }, index) => {
    const info = Buffer.concat([text(name), u32(shape.length), ...shape.map(u64), u32(tensorOfF32), u64(offset)]);
    offset += data[index]?.length ?? 0;
    return info;
  });
  const entries = Object.entries(metadata).map(([key, value]) => Buffer.concat([text(key), encoded(value)]));
  const head = Buffer.concat([Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(entries.length), ...entries, ...infos]);
  return Buffer.concat([padded(head), ...data]);
}

/** Token types of the format. */
const kinds = { plain: 1, unknown: 2, control: 3, byte: 6 } as const;

interface Token {
  text: string;
  kind: number;
}

const bytes = Array.from(
  { length: 256 },
  (_, byte): Token => ({ text: `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, kind: kinds.byte }),
);
const control = (name: string): Token => ({ text: name, kind: kinds.control });
/** A token of text; the tokenizer represents a space by U+2581. */
const plain = (piece: string): Token => ({ text: piece.replaceAll(' ', '\u2581'), kind: kinds.plain });

const end = '<|end|>';

/**
 * A model in which each token determines the next token, so that it recites its scripts.
 * Each token's embedding is a separate unit vector, and the single layer adds nothing. The output matrix maps the vector to the next token.
 */
export function scriptedModel(template: string): Buffer {
  const names = Object.keys(scripts);
  const vocabulary = [{ text: '<unk>', kind: kinds.unknown }, control('<s>'), control(end), ...bytes, ...names.map((name) => control(`<|${name}|>`))];
  const next = new Map<number, number>();
  for (const [name, pieces] of Object.entries(scripts))
    follow(
      vocabulary,
      next,
      vocabulary.findIndex((token) => token.text === `<|${name}|>`),
      pieces,
    );
  const size = vocabulary.length;
  const width = Math.ceil(size / 64) * 64;
  return gguf(metadataOf(vocabulary, width, template), tensorsOf(size, width, next));
}

/** Chains the tokens of a script. */
function follow(vocabulary: Token[], next: Map<number, number>, first: number, { pieces, goesOn }: Script): void {
  let last = first;
  const begun = vocabulary.length;
  for (const piece of pieces) {
    next.set(last, vocabulary.length);
    last = vocabulary.length;
    vocabulary.push(plain(piece));
  }
  next.set(last, goesOn ? begun : vocabulary.findIndex((token) => token.text === end));
}

const hidden = 64;

function metadataOf(vocabulary: readonly Token[], width: number, template: string): Record<string, Value> {
  return {
    'general.architecture': { text: 'llama' },
    'general.name': { text: 'scripted' },
    'llama.context_length': { u32: 8_192 },
    'llama.embedding_length': { u32: width },
    'llama.block_count': { u32: 1 },
    'llama.feed_forward_length': { u32: hidden },
    'llama.attention.head_count': { u32: width / 64 },
    'llama.attention.layer_norm_rms_epsilon': { f32: 1e-5 },
    'llama.rope.dimension_count': { u32: 64 },
    'tokenizer.ggml.model': { text: 'llama' },
    'tokenizer.ggml.tokens': { texts: vocabulary.map((token) => token.text) },
    'tokenizer.ggml.scores': { f32s: vocabulary.map(() => 0) },
    'tokenizer.ggml.token_type': { i32s: vocabulary.map(({ kind }) => kind) },
    'tokenizer.ggml.unknown_token_id': { u32: 0 },
    'tokenizer.ggml.bos_token_id': { u32: 1 },
    'tokenizer.ggml.eos_token_id': { u32: 2 },
    'tokenizer.ggml.add_bos_token': { bool: false },
    'tokenizer.ggml.add_space_prefix': { bool: false },
    'tokenizer.chat_template': { text: template },
  };
}

function tensorsOf(size: number, width: number, next: ReadonlyMap<number, number>): Tensor[] {
  const zeros = (name: string, ...shape: number[]): Tensor => ({
    ...{ name, shape },
    values: new Float32Array(shape.reduce((product, one) => product * one, 1)),
  });
  const ones = (name: string): Tensor => ({ name, shape: [width], values: new Float32Array(width).fill(1) });
  const embedding = zeros('token_embd.weight', width, size);
  const output = zeros('output.weight', width, size);
  for (let token = 0; token < size; token++) embedding.values[token * width + token] = 1;
  for (const [token, following] of next) output.values[following * width + token] = 1;
  const square = ['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((name) => zeros(`blk.0.${name}.weight`, width, width));
  const wide = ['ffn_gate', 'ffn_up'].map((name) => zeros(`blk.0.${name}.weight`, width, hidden));
  const norms = ['blk.0.attn_norm.weight', 'blk.0.ffn_norm.weight', 'output_norm.weight'].map(ones);
  return [embedding, output, ...norms, ...square, ...wide, zeros('blk.0.ffn_down.weight', hidden, width)];
}
