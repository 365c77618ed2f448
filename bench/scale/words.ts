// Names for the log: the same number has the same name in SQL, which writes it, and here, where it is asked for.

// Syllables are so different that no name is a misspelling of another one.
const [first, middle, last] = [
  'balm corv dunt felk gary hoxi jorv kelp lazu mirt narq pyro quin rost salb tuch vald wexo yarn zigg',
  'andri ebuto ilmak oxent umbra ypsol arqui erzog inuvo olfen uktar edwig asmol ignot obrev uzelm aftik ewano ivory oshun',
  'beck bury dale dorf fors gate ham holm lund mont nova port ridge stad tun vik wick zen quay crag',
].map((line) => line.split(' ')) as [string[], string[], string[]];
export const kindsOfPlace =
  'Museum Cathedral Castle Garden Market Bridge Beach Tower Gallery Temple Palace Square Harbour Bakery Library Theatre'.split(' ');
export const themes = 'Slow Hidden Classic Family Winter Coastal Green Quiet'.split(' ');

/** Towns by their numbers; after 8 000 names they come again. */
export const townName = (number: number): string => {
  const name = `${first[number % 20]}${middle[Math.floor(number / 20) % 20]}${last[Math.floor(number / 400) % 20]}`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

const sqlArray = (words: readonly string[]): string => `(array[${words.map((word) => `'${word}'`).join()}])`;
const wordOf = (words: readonly string[], number: string): string => `${sqlArray(words)}[1 + (${number}) % ${words.length}]`;

/** `townName` of a whole number in SQL. */
export const townNameSql = (number: string): string =>
  `initcap(${wordOf(first, number)} || ${wordOf(middle, `(${number}) / 20`)} || ${wordOf(last, `(${number}) / 400`)})`;
export const kindSql = (number: string): string => wordOf(kindsOfPlace, number);
export const themeSql = (number: string): string => wordOf(themes, number);

/** A word with its third and fourth letters the wrong way round, as fingers do. */
export const misspelt = (word: string): string => `${word.slice(0, 2)}${word.charAt(3)}${word.charAt(2)}${word.slice(4)}`;
