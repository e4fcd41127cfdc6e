// The address of a request's connection, which a client cannot forge like a header.
const peers = new WeakMap<Request, string>();

/** Stores the connection's address; the host that accepted the connection calls it. */
export const setPeer = (request: Request, address: string): void => void peers.set(request, address);

/** The connection's address, or null if the host did not store it (Next alone). */
export const peerOf = (request: Request): string | null => peers.get(request) ?? null;
