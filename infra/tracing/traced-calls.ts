import type { Attributes } from './attributes.ts';
import { inSpan, type Tracing } from './port.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** Names of a port's methods that return promises. */
export type CallName<T> = { [K in keyof T & string]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T & string];

/** Wraps a port so that its calls become spans of the calling work. Work that is not recorded calls directly. */
export function tracedCalls<T extends object>(port: T, tracing: Tracing, engine: Attributes, names: readonly CallName<T>[]): T {
  const system = engine['db.system.name'] ?? engine['peer.service'];
  const traced = names.map((name): [string, Call] => {
    const call = port[name] as Call; // as: `CallName` names methods that return promises
    const options = { kind: 'client', attributes: { ...engine, 'db.operation.name': name } } as const;
    return [
      name,
      (...args) => {
        const active = tracing.active();
        return active ? inSpan(tracing, `${system} ${name}`, active, options, () => call.apply(port, args)) : call.apply(port, args);
      },
    ];
  });
  return { ...port, ...Object.fromEntries(traced) };
}
