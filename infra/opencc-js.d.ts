declare module 'opencc-js/dict/TSCharacters' {
  /** Pairs of a traditional character and its simplified forms, the usual one first, separated by `|`. */
  const pairs: string;
  export = pairs;
}
declare module 'opencc-js/dict/JPShinjitaiCharacters' {
  /** Pairs of a Japanese character and its traditional form, separated by `|`. */
  const pairs: string;
  export = pairs;
}
