/** The path that a page was asked for; proxy.ts writes it, over whatever a client sends under this name. */
export const PATH_HEADER = "x-parley-path";
