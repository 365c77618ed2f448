import type { Attributes } from './attributes.ts';
import { inSpan, type Tracing } from './port.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** Names of the methods of a port that answer a promise. */
export type CallName<T> = { [K in keyof T & string]: T[K] extends (...args: never[]) => Promise<unknown> ? K : never }[keyof T & string];

/** A port whose calls to its engine are spans of the work that makes them. Calls of work that is not recorded go straight through. */
export function tracedCalls<T extends object>(port: T, tracing: Tracing, engine: Attributes, names: readonly CallName<T>[]): T {
  const system = engine['db.system.name'] ?? engine['peer.service'];
  const traced = names.map((name): [string, Call] => {
    const call = port[name] as Call; // `CallName` are names of methods that answer a promise
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
