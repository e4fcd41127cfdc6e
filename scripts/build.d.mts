/** Types of `build.mjs`, which runs before anything is compiled. */
export function bundle(entries: Record<string, string>, options?: { packages?: boolean }): Promise<void>;
/** The files to bundle, by the name of their bundle. */
export function entries(): Record<string, string>;
/** Builds the pages and the bundles; with `ifStale` only if the last build is not current. */
export function buildAll(options?: { ifStale?: boolean }): Promise<void>;
