/** Prints a line for each check, and counts passes and failures. */
export class Report {
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  /** Runs a check, which passes when `problemsOf` returns no problem. */
  async check(name: string, problemsOf: () => readonly string[] | Promise<readonly string[]>): Promise<void> {
    let problems: readonly string[];
    try {
      problems = await problemsOf();
    } catch (error) {
      problems = [error instanceof Error ? error.message : String(error)];
    }
    if (problems.length === 0) this.#passed += 1;
    else this.#failed += 1;
    console.log(`${problems.length === 0 ? 'passed ' : 'FAILED '}  ${name}`);
    for (const problem of problems) console.log(`         ${problem.replaceAll('\n', '\n         ')}`);
  }

  notRun(name: string, reason: string): void {
    this.#skipped += 1;
    console.log(`NOT RUN  ${name}: ${reason}`);
  }

  /** Prints the totals; returns the exit code. */
  close(): number {
    console.log(`${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped`);
    return this.#failed === 0 ? 0 : 1;
  }
}
