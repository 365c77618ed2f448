/** How a program ended and what it said. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}
export interface RunOptions {
  /** Longest that it may take, milliseconds. */
  withinMs: number;
  input?: string;
  folder?: string;
  /** Variables beside those of this process. */
  variables?: Readonly<Record<string, string>>;
}
/** Runs a program to its end; one that is not there or takes too long ends without a code. */
export declare function run(program: string, args: readonly string[], { withinMs, input, folder, variables }: RunOptions): Promise<Ended>;
/** What a program complains about: nothing when it ended well. */
export declare const complaints: ({ code, stdout, stderr }: Ended) => string[];
