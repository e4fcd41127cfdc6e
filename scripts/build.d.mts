/** What TypeScript may know of `build.mjs`, which runs before anything is compiled. */
export function bundle(entries: Record<string, string>, options?: { packages?: boolean }): Promise<void>;
/** What the product's build bundles: a file by the name of its bundle. */
export function entries(): Record<string, string>;
