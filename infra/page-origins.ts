/** Origins that pages access directly, by directive of the content security policy. Each adapter of an external service declares its origins. */
export interface PageOrigins {
  connect?: readonly string[];
  frame?: readonly string[];
  image?: readonly string[];
  script?: readonly string[];
}

/** Union of all origins, without duplicates. */
export function mergeOrigins(all: readonly PageOrigins[]): Required<PageOrigins> {
  const each = (kind: keyof PageOrigins): string[] => [...new Set(all.flatMap((one) => one[kind] ?? []))];
  return { connect: each('connect'), frame: each('frame'), image: each('image'), script: each('script') };
}
