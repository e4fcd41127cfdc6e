/**
 * The limits of a queue: concurrent pieces of work in total (`running`) and per group (`runningEach`), and waiting pieces
 * per group (`waitingEach`). After a piece that took longer than `restAfterMs`, its group rests for as long as the piece
 * took. A failed piece causes no rest.
 */
export type FairLimits = { running: number; runningEach: number; waitingEach: number; restAfterMs: number };

/** Longest rest. The budgets end a piece in about a second, so a longer one ran on a busy machine. */
const MAX_REST_MS = 2_000;

/** `turn`: when the group's last piece began, or the group was added; the lowest is next. `resting`: current rests. */
type Group = { running: number; resting: number; waiting: (() => void)[]; turn: number };

/** Whether work may be refused if its group's queue is full. `always`: the work waits in any case. */
export type Admission = "refusable" | "always";

/**
 * A queue in which groups (workspaces) take turns: each waiting group gets one piece of work done before any group gets a
 * second one. A group with a full queue is refused, without an effect on other groups. A group with long work uses at
 * most half of a thread, as the event loop and the database need the other half on a machine with few cores.
 */
export class FairQueue {
  private readonly groups = new Map<string, Group>();
  private running = 0;
  /** The number of pieces that have begun. */
  private startedCount = 0;

  constructor(private readonly limits: FairLimits) {}

  /** Runs work when it is its group's turn. Rejects immediately with the error of `refuse` if the group's queue is full. */
  run<T>(name: string, work: () => Promise<T>, admission: Admission, refuse: () => Error): Promise<T> {
    const group = this.groups.get(name) ?? this.newGroup();
    if (admission === "refusable" && group.waiting.length >= this.limits.waitingEach)
      return Promise.reject(refuse());
    this.groups.set(name, group);
    return new Promise<T>((done, fail) => {
      const begin = () => {
        const beganMs = performance.now();
        const end = (restMs: number) => this.end(name, group, restMs);
        void work()
          .then(
            (result) => {
              end(performance.now() - beganMs);
              return result;
            },
            (error: unknown) => {
              end(0);
              throw error;
            },
          )
          .then(done, fail);
      };
      group.waiting.push(begin);
      this.beginNext();
    });
  }

  private end(name: string, group: Group, restMs: number): void {
    group.running--;
    this.running--;
    if (restMs > this.limits.restAfterMs) {
      group.resting++;
      setTimeout(
        () => {
          group.resting--;
          this.settle(name, group);
        },
        Math.min(restMs, MAX_REST_MS),
      );
    }
    this.settle(name, group);
  }

  private settle(name: string, group: Group): void {
    if (group.running + group.resting + group.waiting.length === 0) this.groups.delete(name);
    this.beginNext();
  }

  /** Creates a group that comes before the group of the last piece, and after the groups that already wait. */
  private newGroup(): Group {
    return { running: 0, resting: 0, waiting: [], turn: this.startedCount - 0.5 };
  }

  private beginNext(): void {
    while (this.running < this.limits.running) {
      const [next] = [...this.groups.values()]
        .filter(
          ({ waiting, running, resting }) =>
            waiting.length > 0 && running + resting < this.limits.runningEach,
        )
        .sort((a, b) => a.turn - b.turn);
      if (next === undefined) return;
      next.turn = ++this.startedCount;
      next.running++;
      this.running++;
      next.waiting.shift()?.();
    }
  }
}
