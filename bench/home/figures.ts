import { keep, type Machine, machineText, printTable } from '../harness/report.ts';

/** A measured figure beside what it may be at most; null where it is only told. */
export interface Figure {
  name: string;
  value: number;
  text: string;
  atMost: number | null;
  barText?: string;
}

const verdictOf = ({ value, atMost }: Figure): string => {
  if (atMost === null) return '';
  return value <= atMost ? 'held' : 'missed';
};

/** Prints and keeps figures with their bars. Answers whether none was missed. */
export function reportFigures(name: string, before: Machine, figures: readonly Figure[], notes: Record<string, unknown>): boolean {
  console.log(`${name}: ${machineText()}`);
  printTable(
    ['figure', 'measured', 'bar', 'verdict'],
    figures.map((figure) => [
      figure.name,
      figure.text,
      figure.atMost === null ? 'none' : (figure.barText ?? `<= ${figure.atMost}`),
      verdictOf(figure),
    ]),
  );
  console.log(keep(name, before, { figures: figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) })), notes }));
  return figures.every((figure) => verdictOf(figure) !== 'missed');
}
