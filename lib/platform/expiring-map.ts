/**
 * A map with expiry: an entry lives `ttlMs`, and beyond `limit` entries the least recently used one is
 * removed. Time is monotonic, so that a change of the wall clock neither extends nor shortens an entry's
 * life.
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

  /** `sinceMs`: the monotonic time from which the entry's life counts, by default now. */
  set(key: Key, value: Value, sinceMs: number = this.now()): void {
    this.entries.delete(key);
    this.dropExpired();
    this.entries.set(key, { value, until: sinceMs + this.options.ttlMs });
    if (this.entries.size > this.options.limit) {
      const oldest = this.entries.keys().next();
      if (!oldest.done) this.entries.delete(oldest.value);
    }
  }

  /** Drops expired entries that were used least recently, so that a value which is never asked for again does not stay. */
  private dropExpired(): void {
    const now = this.now();
    for (const [key, { until }] of this.entries) {
      if (until > now) return;
      this.entries.delete(key);
    }
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }

  keys(): IterableIterator<Key> {
    return this.entries.keys();
  }

  get size(): number {
    return this.entries.size;
  }
}

/**
 * A cache over an asynchronous loader. Concurrent callers of one key share a load. Failed loads are not
 * cached. A value whose key is forgotten during its load is returned, but not cached.
 */
export class AsyncCache<Key, Value> {
  private readonly entries: ExpiringMap<Key, Value>;
  private readonly pending = new Map<Key, Promise<Value>>();

  constructor(
    options: { ttlMs: number; limit: number; monotonicMs?: () => number },
    private readonly load: (key: Key) => Promise<Value>,
  ) {
    this.entries = new ExpiringMap(options);
  }

  get(key: Key): Promise<Value> {
    const cached = this.entries.get(key);
    if (cached !== undefined) return Promise.resolve(cached);
    const pending = this.pending.get(key);
    if (pending !== undefined) return pending;
    // The value is as old as the request: a slow load must not live longer than a fast one.
    const requestedAtMs = this.entries.now();
    const loading: Promise<Value> = this.load(key)
      .then((value) => {
        if (this.pending.get(key) === loading) this.entries.set(key, value, requestedAtMs);
        return value;
      })
      .finally(() => {
        if (this.pending.get(key) === loading) this.pending.delete(key);
      });
    this.pending.set(key, loading);
    return loading;
  }

  forget(key: Key): void {
    this.entries.delete(key);
    this.pending.delete(key);
  }

  /** Forgets all keys that match, by a search over all entries. */
  forgetWhere(matches: (key: Key) => boolean): void {
    for (const key of [...this.entries.keys(), ...this.pending.keys()]) if (matches(key)) this.forget(key);
  }
}
