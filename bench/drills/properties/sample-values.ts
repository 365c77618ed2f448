import fc from 'fast-check';

/** A few words of at most so many characters, that begin and end with something to be seen. */
export const words = (max: number) =>
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: Math.min(max, 30) }).map((text) => `a${text}`.trimEnd());

export const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });

/** An address of a picture. */
export const image = fc.constantFrom('/a.png', 'https://pictures.example/a.png');
