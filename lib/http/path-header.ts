/** The path of a page request. proxy.ts sets it, and overwrites a client's header of this name. */
export const PATH_HEADER = "x-parley-path";
