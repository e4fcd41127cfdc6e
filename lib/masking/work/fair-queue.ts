/** How many pieces of work run at once, in all and of one group, and how many of one group may wait. */
export type FairLimits = { running: number; runningEach: number; waitingEach: number };

/** `turn`: when its last piece began, or it came; the lowest is next. */
type Group = { running: number; waiting: (() => void)[]; turn: number };

/** `always`: waits however long the queue of its group is. */
export type Admission = "refusable" | "always";

/**
 * A queue in which the groups (workspaces) take turns: each that waits gets one piece of work done before any gets a
 * second, however many pieces it has brought. A group whose own queue is full is refused; others notice nothing.
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
      const end = () => {
        group.running--;
        this.running--;
        if (group.running === 0 && group.waiting.length === 0) this.groups.delete(name);
        this.beginNext();
      };
      group.waiting.push(() => void work().finally(end).then(done, fail));
      this.beginNext();
    });
  }

  /** It comes before a group whose piece was the last to begin, and behind those that have waited since before. */
  private newGroup(): Group {
    return { running: 0, waiting: [], turn: this.begun - 0.5 };
  }

  private beginNext(): void {
    while (this.running < this.limits.running) {
      const [next] = [...this.groups.values()]
        .filter(({ waiting, running }) => waiting.length > 0 && running < this.limits.runningEach)
        .sort((a, b) => a.turn - b.turn);
      if (next === undefined) return;
      next.turn = ++this.begun;
      next.running++;
      this.running++;
      next.waiting.shift()?.();
    }
  }
}
