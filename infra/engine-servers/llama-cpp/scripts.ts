/** A scripted answer, token by token. */
export interface Script {
  /** Texts of the tokens. They are unique over all scripts, because a token determines its successor. */
  pieces: readonly string[];
  /** True when the answer repeats its pieces without end. */
  goesOn?: boolean;
}

/** Name of the model in requests to the server. */
export const scriptedModelName = 'scripted';

/** Scripts by the word that requests them in a question; `say` answers all other questions. */
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
