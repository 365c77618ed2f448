import { Store } from '@tanstack/react-store';
import { retryAfterBackOff, writeFailureOf } from '../saving/failure.ts';
import {
  applyMove,
  isPossibleMove,
  type Move,
  type MoveWrite,
  mergeOrders,
  moveWritesOf,
  orderIn,
  type Plan,
  unplanned,
  withMovedId,
} from './arrangement.ts';

interface QueuedMove {
  move: Move;
  /** Orders of both columns at the time of the drop. */
  baseline: { from: string[]; to: string[] };
  /** Order of the whole day when the writer kept their order in a conflict within that day; otherwise null. */
  order: string[] | null;
}

/** Conflict of a move with another person's change: two orders of one day. */
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
  /** Refreshes the days, and the stops that a write changed without returning them. */
  refreshAround(stopIds: readonly string[]): Promise<Plan>;
  /** Returns the new version. */
  write(write: MoveWrite, ifMatch: number): Promise<number>;
  /** Called when the server has refused the move, which is then undone. */
  onRefused(move: Move, problem: string): void;
}

/** Optimistic queue: shows moves at once and writes them in sequence. A refused move is undone alone. */
export class MoveQueue {
  readonly store = new Store<MoveState>({ phase: 'saved', pending: [], conflict: null });
  #ports: MovePorts;
  #running: Promise<void> | null = null;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;

  constructor(ports: MovePorts) {
    this.#ports = ports;
  }

  /** The plan with all pending moves. */
  over(plan: Plan): Plan {
    return this.store.state.pending.reduce(optimisticPlan, plan);
  }

  /** Returns false when the move has no effect. */
  add(move: Move): boolean {
    const plan = this.over(this.#ports.current());
    if (!isPossibleMove(plan, move)) return false;
    const baseline = { from: orderIn(plan, move.from), to: orderIn(plan, move.to) };
    this.#set({ pending: [...this.store.state.pending, { move, baseline, order: null }] });
    void this.run();
    return true;
  }

  /** Resolves the conflict with the writer's decision. */
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

  /** Resolves when the queue is empty or cannot continue now. */
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
    // Reset in the same task as the last check of the queue, so that no added move is missed.
    this.#running = null;
    if (this.store.state.pending.length === 0) this.#set({ phase: 'saved' });
  }

  /** Returns whether the queue can continue. */
  async #attempt(queued: QueuedMove): Promise<boolean> {
    try {
      const plan = this.#failures > 0 ? await this.#ports.refresh() : this.#ports.current();
      const writes = queuedWrites(plan, queued);
      let version = 0;
      for (const write of writes) version = await this.#ports.write(write, write.ifMatch === 'previous' ? version : write.ifMatch);
      // A write of a day's order also changes the indexes of its stops.
      await this.#ports.refreshAround(writes.flatMap((write) => (write.kind === 'day' ? write.stopIds : [])));
      this.#failures = 0;
      this.#drop(queued);
      return true;
    } catch (error) {
      return this.#failed(queued, error);
    }
  }

  async #failed(queued: QueuedMove, error: unknown): Promise<boolean> {
    const failure = writeFailureOf(error);
    switch (failure.type) {
      case 'stale':
        return this.#stale(queued).catch((second: unknown) => this.#failed(queued, second));
      case 'unreachable':
        this.#failures += 1;
        this.#set({ phase: 'retrying' });
        this.#cancelRetry = retryAfterBackOff(this.#failures, () => void this.run());
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

  /**
   * Handles a stale version. Continues when both orders are unchanged, and undoes the move when its stop or day is gone. Otherwise sets the conflict
   * for the writer.
   */
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
    const mine = queued.order ?? withMovedId(baseline.to, move.stopId, move.before);
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

/** True when stop and day still exist. */
const canStay = ({ days, stops }: Plan, { stopId, to }: Move): boolean =>
  stops.some(({ id }) => id === stopId) && (to === unplanned || days.some(({ id }) => id === to));

function optimisticPlan(plan: Plan, { move, order }: QueuedMove): Plan {
  if (order) return { ...plan, days: plan.days.map((day) => (day.id === move.to ? { ...day, stopIds: order } : day)) };
  return isPossibleMove(plan, move) ? applyMove(plan, move) : plan;
}

/** Remaining requests of a move. The stop of an interrupted move may already be on its new day. */
function queuedWrites(plan: Plan, { move, order }: QueuedMove): MoveWrite[] {
  const day = plan.days.find(({ id }) => id === move.to);
  if (order) return day ? [{ kind: 'day', dayId: day.id, stopIds: mergeOrders(order, orderIn(plan, day.id)), ifMatch: day.version }] : [];
  const isThere = move.to !== unplanned && orderIn(plan, move.to).includes(move.stopId) && !orderIn(plan, move.from).includes(move.stopId);
  const left = isThere ? { ...move, from: move.to } : move;
  return isPossibleMove(plan, left) ? moveWritesOf(plan, left) : [];
}
