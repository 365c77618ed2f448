/** A scripted answer, token by token. */
export interface Script {
  /** Pieces are unique over all scripts, because each is a token. */
  pieces: readonly string[];
  /** Repeats for ever. */
  goesOn?: boolean;
}

/** Model name at the server. */
export const scriptedModelName = 'scripted';

/** Scripts by the word of the question that requests them; `say` answers any other question. */
export const scripts = {
  say: { pieces: ['Good', ' morning', ' from', ' Lisbon', '.'] },
  call: {
    pieces: [
      'Let me',
      ' see.',
      '<tool_call>\n{"name": "add_',
      'day", "arguments": {"ti',
      'tle": "Old',
      ' town"}}\n</tool_call>\n',
      '<tool_call>\n{"name": "look',
      'up_location", "arguments": {"que',
      'ry": "Belém"}}',
      '\n</tool_call>',
    ],
  },
  ramble: { pieces: ['and ', 'then '], goesOn: true },
} as const satisfies Record<string, Script>;
