/**
 * A map that forgets: an entry lives `ttlMs`, and beyond `limit` entries the one used longest ago goes. Time is
 * monotonic, so that a step of the wall clock neither keeps nor drops anything.
 */
export class ExpiringMap<Key, Value> {
  private readonly entries = new Map<Key, { value: Value; until: number }>();

  constructor(private readonly options: { ttlMs: number; limit: number; monotonicMs?: () => number }) {}

  now(): number {
    return (this.options.monotonicMs ?? (() => performance.now()))();
  }

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    if (entry.until <= this.now()) return undefined;
    this.entries.set(key, entry);
    return entry.value;
  }

  /** `sinceMs`: the moment from which the value's life counts, if it is not now. */
  set(key: Key, value: Value, sinceMs: number = this.now()): void {
    this.entries.delete(key);
    this.entries.set(key, { value, until: sinceMs + this.options.ttlMs });
    if (this.entries.size > this.options.limit) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.entries.delete(oldest.value);
    }
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }

  get size(): number {
    return this.entries.size;
  }
}

/**
 * Answers from the map, else loads; those who ask for the same key meanwhile share one load. A load that fails is not
 * kept. A `forget` during a load wins over it: what was loaded before is handed out, but not kept.
 */
export class Loaded<Key, Value> {
  private readonly kept: ExpiringMap<Key, Value>;
  private readonly underway = new Map<Key, Promise<Value>>();

  constructor(
    options: { ttlMs: number; limit: number; monotonicMs?: () => number },
    private readonly load: (key: Key) => Promise<Value>,
  ) {
    this.kept = new ExpiringMap(options);
  }

  get(key: Key): Promise<Value> {
    const kept = this.kept.get(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const underway = this.underway.get(key);
    if (underway !== undefined) return underway;
    // What is read is as old as the question: a slow answer must not live longer than a fast one.
    const asked = this.kept.now();
    const loading: Promise<Value> = this.load(key)
      .then((value) => {
        if (this.underway.get(key) === loading) this.kept.set(key, value, asked);
        return value;
      })
      .finally(() => {
        if (this.underway.get(key) === loading) this.underway.delete(key);
      });
    this.underway.set(key, loading);
    return loading;
  }

  forget(key: Key): void {
    this.kept.delete(key);
    this.underway.delete(key);
  }
}
