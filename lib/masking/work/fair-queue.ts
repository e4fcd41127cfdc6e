/**
 * How many pieces of work run at once, in all and of one group, and how many of one group may wait. A group rests after
 * a piece that took longer than `restAfterMs`, for as long as the piece took. One that failed costs no rest.
 */
export type FairLimits = { running: number; runningEach: number; waitingEach: number; restAfterMs: number };

/** The budgets end a piece in about a second; one that took longer met a busy machine. */
const MAX_REST_MS = 2_000;

/** `turn`: when its last piece began, or it came; the lowest is next. `resting`: pieces after which it rests now. */
type Group = { running: number; resting: number; waiting: (() => void)[]; turn: number };

/** `always`: waits however long the queue of its group is. */
export type Admission = "refusable" | "always";

/**
 * A queue in which the groups (workspaces) take turns: each that waits gets one piece of work done before any gets a
 * second, however many pieces it has brought. A group whose own queue is full is refused; others notice nothing. A group
 * with long work uses half of a thread at most: where cores are few, the event loop and the database need the other half.
 */
export class FairQueue {
  private readonly groups = new Map<string, Group>();
  private running = 0;
  /** Pieces of work that have begun. */
  private begun = 0;

  constructor(private readonly limits: FairLimits) {}

  /** Runs work when it is its group's turn. Throws what `refuse` answers, at once, where the group's queue is full. */
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

  /** It comes before a group whose piece was the last to begin, and behind those that have waited since before. */
  private newGroup(): Group {
    return { running: 0, resting: 0, waiting: [], turn: this.begun - 0.5 };
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
      next.turn = ++this.begun;
      next.running++;
      this.running++;
      next.waiting.shift()?.();
    }
  }
}
