import type { AnyEvent, Stream } from './decider.ts';

/**
 * A command on another stream that goes with one, all or nothing. What it comes to is decided with each attempt:
 * when it has been done by then, nothing goes along.
 */
export interface Companion {
  stream: Stream<unknown, unknown, AnyEvent>;
  id: string;
  command: unknown;
}

export const companion = <C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, command: C): Companion =>
  ({ stream, id, command }) as unknown as Companion; // the command is one of the stream's own

/** A command with what goes along. */
export class Accompanied<C> {
  readonly command: C;
  readonly companions: readonly Companion[];
  constructor(command: C, companions: readonly Companion[]) {
    this.command = command;
    this.companions = companions;
  }
}
