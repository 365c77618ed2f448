import type { ControlInput } from '@waystory/services/sandbox/stripe/control/commands.ts';
import type { DeliveryMode } from '@waystory/services/sandbox/stripe/events/delivery-mode.ts';

/** How Stripe behaves for a while. */
export interface Weather {
  name: string;
  commands: readonly ControlInput[];
}

const deliveries: readonly DeliveryMode[] = [
  { mode: 'normal' },
  { mode: 'duplicate', times: 3 },
  { mode: 'delayed', seconds: 0.6 },
  { mode: 'reordered', seconds: 2 },
  { mode: 'unaccepted', times: 2 },
];
/** Where nothing has to be heard of before the strike: what only the list of events has must be found there. */
const orNone: readonly DeliveryMode[] = [...deliveries, { mode: 'dropped' }, { mode: 'dropped' }];

const calls = [
  ['POST', '/v1/checkout/sessions'],
  ['GET', '/v1/checkout/sessions/*'],
  ['POST', '/v1/checkout/sessions/*/expire'],
  ['POST', '/v1/refunds'],
  ['GET', '/v1/refunds'],
  ['GET', '/v1/disputes'],
] as const;
const effects = ['error-before', 'error-after', 'lost-before', 'lost-after', 'too-many'] as const;
/** Three are one try of a step, since the SDK repeats twice. */
const mostTimes = 4;

/** Draws how events come, if they have to, and which calls go wrong before or after they were done. */
export function weatherOf(random: () => number, mustTell: boolean): Weather {
  const draw = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[Math.floor(random() * from.length)] as T; // there is one at each place
  const how = draw(mustTell ? deliveries : orNone);
  const faults = Array.from({ length: Math.floor(random() * 3) }, () => {
    const [method, path] = draw(calls);
    return { do: 'fault', method, path, effect: draw(effects), times: 1 + Math.floor(random() * mostTimes) } as const;
  });
  const said = faults.map(({ method, path, effect, times }) => `${times} x ${effect} of ${method} ${path.replace('/v1/', '')}`);
  return { name: [how.mode, ...said].join(', '), commands: [{ do: 'calm' }, { do: 'deliver', how }, ...faults] };
}
