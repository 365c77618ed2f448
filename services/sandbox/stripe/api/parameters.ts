import { parse } from 'qs';
import { z } from 'zod';
import { refundReasons } from '../checkout/checkout.ts';
import { invalidRequest, type StripeRefusal } from '../refusal.ts';
import { isObjectId } from '../sandbox.ts';

const limits = { depth: 8, arrayLimit: 100, parameterLimit: 1_000 };
/** Parameters of a body or a query, nested as `line_items[0][price_data][unit_amount]` says. */
export const fieldsOf = (text: string): unknown => parse(text, limits);

const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'integer')
  .transform(Number);
const atLeast = (least: number) => integer.refine((value) => value >= least, `This value must be greater than or equal to ${least}.`);
const webAddress = z.url({ protocol: /^https?$/, error: 'Not a valid URL' }).max(5_000);
/** URL whose placeholders, such as `{CHECKOUT_SESSION_ID}`, lose their braces before the check. */
const returnAddress = z.string().refine((text) => webAddress.safeParse(text.replaceAll(/[{}]/g, '')).success, 'Not a valid URL');
const metadata = z
  .record(z.string().min(1).max(40), z.string().max(500))
  .refine((all) => Object.keys(all).length <= 50, 'You can have up to 50 keys.')
  .default({});
const expand = z.array(z.string()).max(20).default([]);
const id = z.string().refine(isObjectId, 'Not an id');

const item = z.strictObject({
  quantity: atLeast(1),
  price_data: z.strictObject({
    currency: z
      .string()
      .regex(/^[a-z]{3}$/i, 'Not a valid currency')
      .transform((code) => code.toLowerCase()),
    unit_amount: atLeast(0),
    product_data: z.strictObject({ name: z.string().min(1).max(250), description: z.string().min(1).max(40_000).optional(), metadata }),
  }),
});

export const newSession = z.strictObject({
  mode: z.literal('payment', 'The sandbox takes payments only'),
  line_items: z.array(item).min(1).max(100),
  success_url: returnAddress,
  cancel_url: returnAddress.optional(),
  // Postgres cannot store text with U+0000.
  client_reference_id: z
    .string()
    .max(200)
    .regex(/^[^\0]*$/)
    .optional(),
  customer_email: z.email('Invalid email address').optional(),
  expires_at: integer.optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata, description: z.string().max(1_000).optional() }).prefault({}),
  // Parameters that are accepted and ignored.
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']).optional() }).optional(),
  locale: z.string().optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  payment_method_types: z.array(z.string()).optional(),
  expand,
});

export const newRefund = z
  .strictObject({
    payment_intent: id.optional(),
    charge: id.optional(),
    amount: atLeast(1).optional(),
    reason: z.enum(refundReasons).optional(),
    metadata,
    expand,
  })
  .refine(({ payment_intent, charge }) => payment_intent !== undefined || charge !== undefined, {
    message: 'One of the following params should be provided for this request: payment_intent or charge.',
  });

export const expansionOnly = z.strictObject({ expand });

const part = { limit: atLeast(1).pipe(z.number().max(100)).default(10), starting_after: id.optional(), ending_before: id.optional(), expand };
export const refundAndDisputeList = z.strictObject({ ...part, payment_intent: id.optional(), charge: id.optional() });
/** Parameters of the lists of sessions and charges. */
export const paymentList = z.strictObject({ ...part, payment_intent: id.optional() });
const comparison = z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial();
export const eventList = z.strictObject({
  ...part,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  created: z.union([integer.transform((at) => ({ gte: at, lte: at })), comparison]).optional(),
});

/** Validated parameters. @throws StripeRefusal that names the parameter */
export function parametersOf<S extends z.ZodType>(schema: S, fields: unknown): z.output<S> {
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? refusalOf(issue) : invalidRequest('Invalid request');
}

const nameOf = (path: readonly PropertyKey[]): string => path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('');

function refusalOf(issue: z.core.$ZodIssue): StripeRefusal {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  const named = param ? { param } : {};
  if (issue.path.length > 0 && issue.input === undefined)
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', ...named });
  if (issue.message === 'integer') return invalidRequest(`Invalid integer: ${String(issue.input)}`, { code: 'parameter_invalid_integer', ...named });
  if (issue.message === 'Not a valid URL') return invalidRequest('Not a valid URL', { code: 'url_invalid', ...named });
  return invalidRequest(param ? `Invalid ${param}: ${issue.message}` : issue.message, named);
}
