/** Origins that pages reach by themselves, by what they do there: the words of a content security policy. Each adapter of a service declares its own. */
export interface PageOrigins {
  connect?: readonly string[];
  frame?: readonly string[];
  image?: readonly string[];
  script?: readonly string[];
}

/** All of them together, each origin once. */
export function originsTogether(all: readonly PageOrigins[]): Required<PageOrigins> {
  const each = (kind: keyof PageOrigins): string[] => [...new Set(all.flatMap((one) => one[kind] ?? []))];
  return { connect: each('connect'), frame: each('frame'), image: each('image'), script: each('script') };
}
