/**
 * Returns the process-wide instance called `name`, created at the first use. Next.js loads a module once for
 * each of its bundles; values that must exist only once (a pool, a listening connection) are kept on
 * `globalThis`.
 */
export function globalSingleton<T extends object>(name: string, create: () => T): T {
  const shared = globalThis as Record<symbol, unknown>;
  const key = Symbol.for(`parley.${name}`);
  const instance = (shared[key] as T | undefined) ?? create();
  shared[key] = instance;
  return instance;
}
