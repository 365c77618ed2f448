import { z } from 'zod';

/** A UUID. New ids are version 7, so they sort by creation time. */
export const id = z.uuid({ message: 'Must be a UUID' });

/** ISO 8601 time in UTC. */
export const instant = z.iso.datetime({ message: 'Must be an ISO 8601 time in UTC' });

/** A future time, at most `longest` milliseconds after the request. */
export const instantIn = (longest: number) =>
  instant.superRefine((value, context) => {
    const ahead = Date.parse(value) - Date.now();
    if (ahead <= 0) context.addIssue('Must be still to come');
    if (ahead > longest) context.addIssue('Too far ahead');
  });

/** False for U+0000 and lone surrogates, which Postgres cannot store in JSON. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\u0000');

const notStorable = 'Contains a character that cannot be stored';
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the one that no text may carry
export const storable = /^[^\u0000]*$/;

/** Text of at most `max` characters. Rules are patterns where possible, so that OpenAPI shows them. */
export const text = (max: number, tooLong = `Keep it to ${max} characters at most`) =>
  z
    .string()
    .max(max, tooLong)
    .regex(storable, notStorable)
    .refine((value) => value.isWellFormed(), notStorable);

/** A single non-blank line, such as a title. */
export const line = (max: number, missing = 'Required') => text(max).regex(/\S/, missing).trim();

/** Reason for an act of a moderator or admin. */
export const reason = line(500, 'Say why');

const thisSite = 'https://this-site.invalid';

/** True for a valid http(s) URL or a path of this site. `//host` and `/\host` are refused, because browsers read them as another site. */
const isWebAddress = (value: string): boolean =>
  /^(https?:\/\/|\/)\S+$/.test(value) && URL.canParse(value, thisSite) && (!value.startsWith('/') || new URL(value, thisSite).origin === thisSite);

/** URL pattern for the API description. It has ASCII hosts only, although other hosts are accepted too. */
const describedAddress = String.raw`^(?:https?://(?:[A-Za-z0-9-]+\.)*[A-Za-z][A-Za-z0-9]*(?::[0-9]{1,4})?(?:[/?#]\S*)?|/[^\s/\\]\S*)$`;

const addressOf = (longest: number) => text(longest).refine(isWebAddress, 'Must be a web address').meta({ pattern: describedAddress });

/** Picture URL: http(s), or a path of this site. URLs of image providers and older stories are long. */
export const imageUrl = addressOf(2_000);

/** Longest custom picture URL, characters. */
export const longestCustomPictureUrl = 500;
export const typedImageUrl = addressOf(longestCustomPictureUrl);

/** Increases with each change; the value of the ETag for If-Match. */
export const version = z.int().min(1).describe('Version, also sent as ETag');

/** A decimal number. Empty texts, hexadecimal and Infinity are refused, although JavaScript converts them. */
const decimal = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number in a query parameter, which is text. */
export const numberInQuery = <T extends z.ZodNumber>(number: T) =>
  z.preprocess((value) => (typeof value === 'string' && decimal.test(value) ? Number(value) : value), number);

export const whole = z.number('Must be a number').int('Must be a whole number');

const degrees = z.number('Must be a number of degrees');
export const latitude = degrees.min(-90, 'At least -90').max(90, 'At most 90');
export const longitude = degrees.min(-180, 'At least -180').max(180, 'At most 180');

/** Latitude and longitude in degrees, WGS 84. */
export const coordinates = z.strictObject({ latitude, longitude });
export type Coordinates = z.output<typeof coordinates>;

/** ISO 3166-1 alpha-2. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Must be a two-letter ISO 3166-1 code');

/** spec 3: Address. Every part may be unknown. */
export const address = z.strictObject({
  addressLine1: text(200).nullable().default(null),
  addressLine2: text(200).nullable().default(null),
  city: text(120).nullable().default(null),
  state: text(120).nullable().default(null),
  postalCode: text(20).nullable().default(null),
  countryName: text(120).nullable().default(null),
  countryCode: countryCode.nullable().default(null),
});
export type Address = z.output<typeof address>;
