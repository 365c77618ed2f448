/** Where Prometheus reads them. */
export declare const alertsFile: URL;
/** How times of the rules are to be: as they are, or shorter where alerts are only tried. */
export interface Pace {
  /** Windows, and how long something must hold, seconds. */
  window: (seconds: number) => number;
  /** Delays of what is measured in time, seconds. */
  delay: (seconds: number) => number;
}
/** Name of the series that says how many times faster than allowed the budget of a level is used up, over so many seconds. */
export declare const burnRate: (seconds: number) => string;
/** Names of all alerts. */
export declare const alertNames: readonly string[];
/** Rules for Prometheus, YAML. */
export declare function alertRules(pace?: Pace): string;
