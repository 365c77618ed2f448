import { Store } from '@tanstack/react-store';
import { whenWorthRetrying } from '../saving/back-off.ts';
import { failureOf } from '../saving/failure.ts';
import { applyMove, isPossible, type Move, mergeOrders, orderIn, type Plan, placed, unplanned, type Write, writesOf } from './arrangement.ts';

interface QueuedMove {
  move: Move;
  /** Both columns as they were when the stop was dropped. */
  baseline: { from: string[]; to: string[] };
  /** Whole order of the column, when the writer kept theirs over somebody else's. */
  order: string[] | null;
}

/** A move met a change of somebody else: two orders of one day. */
export interface MoveConflict {
  move: Move;
  mine: string[];
  theirs: string[];
}

export interface MoveState {
  phase: 'saved' | 'saving' | 'retrying' | 'signed-out' | 'conflict';
  pending: readonly QueuedMove[];
  conflict: MoveConflict | null;
}

export interface MovePorts {
  /** Last known state of the server. */
  current(): Plan;
  refresh(): Promise<Plan>;
  /** Brings days and these stops up to date, which a write changed beside what it answered. */
  refreshAround(stopIds: readonly string[]): Promise<Plan>;
  /** Answers the version that the write brought about. */
  write(write: Write, ifMatch: number): Promise<number>;
  /** The server does not take the move; it is shown no longer. */
  onRefused(move: Move, problem: string): void;
}

/** Shows moves at once and writes them one after the other; one that is refused is taken back alone. */
export class MoveQueue {
  readonly store = new Store<MoveState>({ phase: 'saved', pending: [], conflict: null });
  #ports: MovePorts;
  #running: Promise<void> | null = null;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;

  constructor(ports: MovePorts) {
    this.#ports = ports;
  }

  /** The plan with the moves that are on their way. */
  over(plan: Plan): Plan {
    return this.store.state.pending.reduce(optimisticPlan, plan);
  }

  /** Answers whether there is anything to move. */
  add(move: Move): boolean {
    const plan = this.over(this.#ports.current());
    if (!isPossible(plan, move)) return false;
    const baseline = { from: orderIn(plan, move.from), to: orderIn(plan, move.to) };
    this.#set({ pending: [...this.store.state.pending, { move, baseline, order: null }] });
    void this.run();
    return true;
  }

  /** The writer has decided about the conflict. */
  resolve(keep: 'mine' | 'theirs'): void {
    const [first, ...rest] = this.store.state.pending;
    const { conflict } = this.store.state;
    if (!first || !conflict) return;
    const { from, to } = first.move;
    const plan = this.#ports.current();
    const baseline = { from: orderIn(plan, from), to: orderIn(plan, to) };
    const mine = { ...first, baseline, order: from === to ? mergeOrders(conflict.mine, conflict.theirs) : null };
    this.#set({ conflict: null, phase: 'saving', pending: keep === 'mine' ? [mine, ...rest] : rest });
    void this.run();
  }

  /** Resolves when nothing waits any more, or what waits cannot go on now. */
  run(): Promise<void> {
    if (this.store.state.conflict) return Promise.resolve();
    if (this.store.state.pending.length === 0) {
      this.#set({ phase: 'saved' });
      return Promise.resolve();
    }
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    this.#cancelRetry?.();
    while (this.store.state.pending[0] && !this.store.state.conflict) {
      this.#set({ phase: 'saving' });
      if (!(await this.#attempt(this.store.state.pending[0]))) break;
    }
    // In the same turn as the last look at what waits, so that nothing is added in between and forgotten.
    this.#running = null;
    if (this.store.state.pending.length === 0) this.#set({ phase: 'saved' });
  }

  /** Answers whether the queue can go on. */
  async #attempt(queued: QueuedMove): Promise<boolean> {
    try {
      const plan = this.#failures > 0 ? await this.#ports.refresh() : this.#ports.current();
      const writes = queuedWrites(plan, queued);
      let version = 0;
      for (const write of writes) version = await this.#ports.write(write, write.ifMatch === 'previous' ? version : write.ifMatch);
      // Stops of a day in a new order take each other's numbers.
      await this.#ports.refreshAround(writes.flatMap((write) => (write.kind === 'day' ? write.stopIds : [])));
      this.#failures = 0;
      this.#drop(queued);
      return true;
    } catch (error) {
      return this.#failed(queued, error);
    }
  }

  async #failed(queued: QueuedMove, error: unknown): Promise<boolean> {
    const failure = failureOf(error);
    switch (failure.type) {
      case 'stale':
        return this.#stale(queued).catch((second: unknown) => this.#failed(queued, second));
      case 'unreachable':
        this.#failures += 1;
        this.#set({ phase: 'retrying' });
        this.#cancelRetry = whenWorthRetrying(this.#failures, () => void this.run());
        return false;
      case 'signed-out':
        this.#set({ phase: 'signed-out' });
        return false;
      case 'refused':
        this.#drop(queued);
        this.#ports.onRefused(queued.move, failure.problem);
        return true;
      default:
        return failure satisfies never;
    }
  }

  /** Goes on when only texts were changed; asks the writer when the order was. */
  async #stale(queued: QueuedMove): Promise<boolean> {
    const plan = await this.#ports.refresh();
    const { move, baseline } = queued;
    const [from, to] = [orderIn(plan, move.from), orderIn(plan, move.to)];
    if (from.join() === baseline.from.join() && to.join() === baseline.to.join()) return true;
    if (!canStay(plan, move)) {
      this.#drop(queued);
      this.#ports.onRefused(move, 'stop/unknown');
      return true;
    }
    const mine = queued.order ?? placed(baseline.to, move.stopId, move.before);
    this.#set({ phase: 'conflict', conflict: { move, mine, theirs: to } });
    return false;
  }

  #drop(queued: QueuedMove): void {
    this.#set({ pending: this.store.state.pending.filter((other) => other !== queued) });
  }

  #set(change: Partial<MoveState>): void {
    this.store.setState((state) => ({ ...state, ...change }));
  }
}

/** Stop and day are both still there. */
const canStay = ({ days, stops }: Plan, { stopId, to }: Move): boolean =>
  stops.some(({ id }) => id === stopId) && (to === unplanned || days.some(({ id }) => id === to));

function optimisticPlan(plan: Plan, { move, order }: QueuedMove): Plan {
  if (order) return { ...plan, days: plan.days.map((day) => (day.id === move.to ? { ...day, stopIds: order } : day)) };
  return isPossible(plan, move) ? applyMove(plan, move) : plan;
}

/** Remaining requests. A move that was interrupted half-way is on its new day already. */
function queuedWrites(plan: Plan, { move, order }: QueuedMove): Write[] {
  const day = plan.days.find(({ id }) => id === move.to);
  if (order) return day ? [{ kind: 'day', dayId: day.id, stopIds: mergeOrders(order, orderIn(plan, day.id)), ifMatch: day.version }] : [];
  const isThere = move.to !== unplanned && orderIn(plan, move.to).includes(move.stopId) && !orderIn(plan, move.from).includes(move.stopId);
  const left = isThere ? { ...move, from: move.to } : move;
  return isPossible(plan, left) ? writesOf(plan, left) : [];
}
