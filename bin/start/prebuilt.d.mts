/** Types of `prebuilt.mjs`, which runs before anything is compiled. */
export function isPrebuilt(root: string): boolean;
