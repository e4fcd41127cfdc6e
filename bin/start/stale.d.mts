/** Types of `stale.mjs`, which runs before anything is compiled. */
export function isBuilt(root: string, hash?: string): boolean;
export function stampFile(root: string): string;
