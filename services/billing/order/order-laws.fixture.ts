import fc from 'fast-check';
import { stripeActions } from './memory-stripe.fixture.ts';
import { OrderSimulation, type OrderStep, type Tampering } from './order-world.fixture.ts';

/** Sequences of actions at Stripe, each up to the last event that Stripe would send. */
export const stripeSequences = [
  ['pay', 'refundSome', 'refund'],
  ['pay', 'dispute', 'win'],
  ['pay', 'refund', 'refundFails'],
  ['payLater', 'settle', 'refund'],
  ['payLater', 'fail'],
  ['payLater', 'lapse', 'settle', 'dispute'],
  ['payLess', 'refund'],
  ['payLater', 'settle', 'refundSome', 'dispute', 'win', 'refund'],
  ['payLater', 'cancel', 'settle', 'askRefund', 'refundFails', 'dispute'],
  ['pay', 'deleteAccount', 'refundSome', 'dispute', 'refundFails', 'lose'],
  ['lapse'],
] as const satisfies readonly (readonly OrderStep[])[];

/** An interleaving: `on` advances the sequence, a number delivers that event. */
export type Interleaving = readonly ('on' | number)[];

/** All interleavings up to a length: every order, loss and repetition of events. An event is delivered only after the action that sends it. */
export function* interleavingsUpTo(length: number, story: readonly OrderStep[]): Generator<Interleaving> {
  function* of(left: number, word: Interleaving, told: number): Generator<Interleaving> {
    yield word;
    if (left === 0) return;
    if (told < story.length) yield* of(left - 1, [...word, 'on'], told + 1);
    for (let event = 0; event < told; event++) yield* of(left - 1, [...word, event], told);
  }
  yield* of(length, [], 0);
}

/** Steps of a sequence under an interleaving. The rest of the sequence follows at the end, with its events lost. */
export function orderStepsOf(story: readonly OrderStep[], word: Interleaving): OrderStep[] {
  const left = [...story];
  const told = word.flatMap((letter): OrderStep[] => (letter === 'on' ? left.splice(0, 1) : [{ deliver: letter }]));
  return [...told, ...left];
}

/** The violated law of a simulated order during a run or after its end; null when all laws hold. */
export function violatedLawOf(world: OrderSimulation, isOver: boolean): string | null {
  const { credits, grants } = world.entered;
  const { session } = world.stripe;
  if (grants > 1) return `granted ${grants} times`;
  if (credits !== 0 && session?.state !== 'SUCCEEDED') return `${credits} credits for nothing`;
  if (world.engine.failures.length > 0) return `a run failed: ${world.engine.failures[0]}`;
  return isOver && credits !== world.due ? `${credits} credits and not ${world.due}` : null;
}

/** Applies the steps to a new order and returns the violated law, if any. */
export async function violatedLawAfter(
  happenings: readonly OrderStep[],
  tampering?: Tampering,
  ended: (status: string) => void = () => {},
): Promise<string | null> {
  const world = new OrderSimulation(tampering);
  await world.begin();
  for (const happening of happenings) {
    await world.happen(happening);
    const fault = violatedLawOf(world, false);
    if (fault) return fault;
  }
  await world.end();
  const { status } = await world.order();
  ended(status);
  return violatedLawOf(world, true) ?? (['PENDING', 'PROCESSING', 'PAID'].includes(status) ? `it never ended: ${status}` : null);
}

const luck = fc.constantFrom('good', 'not done', 'not answered');
/** A random step, most often a delivered event. */
export const anyOrderStep: fc.Arbitrary<OrderStep> = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 8 }).map((deliver) => ({ deliver })) },
  { weight: 6, arbitrary: fc.constantFrom<OrderStep>(...stripeActions) },
  { weight: 2, arbitrary: fc.constantFrom<OrderStep>('pay', 'payLater', 'settle') },
  { weight: 1, arbitrary: fc.constantFrom<OrderStep>('cancel', 'askRefund', 'deleteAccount', 'wait') },
  { weight: 1, arbitrary: fc.array(luck, { minLength: 1, maxLength: 6 }).map((some) => ({ luck: some })) },
);

/** Number of executions of each step before its result is stored. */
export const anyRepetition: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 });
export function repetitionOf(times: readonly number[]): () => number {
  let step = 0;
  return () => times[step++] ?? 1;
}

/** Negative controls: faulty variants of the activities, which the laws must detect. */
export const tamperings: Readonly<Record<string, Required<Pick<Tampering, 'tamper'>>['tamper']>> = {
  'one credit too many': (activities, { log }) => ({
    ...activities,
    followOrder: async (input) => {
      const { execute } = log.commands;
      const addOne: typeof execute = (stream, id, commands, ...rest) =>
        execute(
          stream,
          id,
          (commands as unknown[]).map((one) => ({ ...Object(one), ...('credits' in Object(one) && { credits: Object(one).credits + 1 }) })) as never,
          ...rest,
        ); // the same commands with one of them altered
      log.commands.execute = addOne;
      try {
        return await activities.followOrder(input);
      } finally {
        log.commands.execute = execute;
      }
    },
  }),
  'an update that is not followed into the ledger': (activities, { entered }) => ({
    ...activities,
    followOrder: (input) => (entered.grants > 0 ? Promise.resolve({ isSettled: true }) : activities.followOrder(input)),
  }),
  'Stripe not asked again': (activities, world) => ({
    ...activities,
    followPayment: async (input) =>
      (await world.order()).status === 'PROCESSING'
        ? { isOpen: false, isProcessing: false, isPaid: false, expiresAt: null }
        : activities.followPayment(input),
  }),
};
