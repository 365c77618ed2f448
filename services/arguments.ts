import { parseArgs } from 'node:util';
import { type HostRole, roles } from '@waystory/infra/host/host.ts';
import type { ServiceDefinition } from '@waystory/infra/host/service.ts';

/** Error of an invalid command line; its message is one line with the options. */
export class BadArguments extends Error {}

/**
 * `main.ts [context ...] [--roles command,query]`; without arguments all contexts and roles are selected.
 * @throws BadArguments for an unknown context, role or option.
 */
export function readArguments(
  args: readonly string[],
  definitions: readonly ServiceDefinition[],
): { definitions: ServiceDefinition[]; roles: HostRole[] } {
  const { positionals, values } = parse(args);
  const contexts = definitions.map(({ name }) => name);
  for (const name of positionals) if (!contexts.includes(name)) throw new BadArguments(`Unknown context "${name}". Known: ${contexts.join(', ')}`);
  const named = values.roles?.split(',') ?? [...roles];
  for (const role of named) if (!isRole(role)) throw new BadArguments(`Unknown role "${role}". Known: ${roles.join(', ')}`);
  return {
    definitions: definitions.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    roles: named.filter(isRole),
  };
}

const isRole = (word: string): word is HostRole => (roles as readonly string[]).includes(word);

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { roles: { type: 'string' } } });
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
}
