/** What the model that is made here says, token by token. */
export interface Script {
  /** No two pieces of all scripts are the same, for each is a token. */
  pieces: readonly string[];
  /** Begins anew at its end, for ever. */
  goesOn?: boolean;
}

/** Name under which the server has it. */
export const scriptedModelName = 'scripted';

/** By the word of the question that asks for it; `say` is said to any other. */
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
