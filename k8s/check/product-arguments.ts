import { definitions } from '@waystory/services/all.ts';
import { readArguments } from '@waystory/services/arguments.ts';

/** What a process with these arguments would run. @throws BadArguments as the product itself does. */
export function processOf(args: readonly string[]): { contexts: string[]; roles: readonly string[] } {
  const chosen = readArguments(args, definitions);
  return { contexts: chosen.definitions.map(({ name }) => name), roles: chosen.roles };
}

/** What is wrong with the arguments of a process. */
export function argumentProblems(args: readonly string[]): string[] {
  try {
    processOf(args);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Pairs of context and role that somebody must run: reads, writes, projections and reactions of each context. */
function needed(): [context: string, role: string][] {
  return definitions.flatMap(({ name, routes, openRoutes = [], projections }): [string, string][] => {
    const methods = [...routes.map((bound) => bound.routes), ...openRoutes].flatMap((group) =>
      // Those for developers answer in one process only.
      Object.values(group).flatMap(({ method, access }) => (access === 'locales.write' ? [] : [method])),
    );
    const roles: readonly [role: string, isNeeded: boolean][] = [
      ['query', methods.includes('GET')],
      ['command', methods.some((method) => method !== 'GET')],
      ['projector', projections.length > 0],
      // What has a state of its own reacts, too.
      ['worker', projections.length > 0],
    ];
    return roles.filter(([, isNeeded]) => isNeeded).map(([role]): [string, string] => [name, role]);
  });
}

/** What no process of these runs, though the product needs it. */
export function unservedBy(processes: readonly (readonly string[])[]): string[] {
  const running = processes.map(processOf);
  const serves = (context: string | null, role: string): boolean =>
    running.some(({ contexts, roles }) => roles.includes(role) && (context === null || contexts.includes(context)));
  const missing = needed().filter(([context, role]) => !serves(context, role));
  return [
    ...missing.map(([context, role]) => `no process runs the role ${role} of ${context}`),
    ...(serves(null, 'relay') ? [] : ['no process runs the role relay']),
  ];
}
