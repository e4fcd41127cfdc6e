/** What TypeScript may know of `build.mjs`, which runs before anything is compiled. */
export function bundle(entries: Readonly<Record<string, string>>): Promise<void>;
