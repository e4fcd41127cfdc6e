// Which address a request's connection comes from. A header could be made up by the client; this cannot.
const peers = new WeakMap<Request, string>();

/** Notes the connection's address; the host that took the connection calls it. */
export const setPeer = (request: Request, address: string): void => void peers.set(request, address);

/** The connection's address, or null where the host did not tell (Next alone). */
export const peerOf = (request: Request): string | null => peers.get(request) ?? null;
