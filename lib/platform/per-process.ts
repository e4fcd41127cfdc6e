/**
 * The one value of its kind in a process, made at the first use. Next loads a module once for each of its bundles;
 * what must not be doubled with it (a pool, a connection that listens) is kept here.
 */
export function perProcess<T extends object>(name: string, make: () => T): T {
  const shared = globalThis as Record<symbol, unknown>;
  const key = Symbol.for(`parley.${name}`);
  const kept = (shared[key] as T | undefined) ?? make();
  shared[key] = kept;
  return kept;
}
