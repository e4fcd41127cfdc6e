/** What TypeScript may know of `build.mjs`, which runs before anything is compiled. */
export function bundle(entries: Record<string, string>, options?: { packages?: boolean }): Promise<void>;
