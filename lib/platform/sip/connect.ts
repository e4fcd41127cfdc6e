import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import type { SipLimits } from "./limits";
import { type ResolvedAddress, resolveTarget, type SipTarget } from "./resolve";
import type { SipDns } from "./types";

/** No connection was made, so nothing was sent. `at`: the step that failed. */
export class SipConnectError extends Error {
  constructor(
    readonly at: "dns" | "connect" | "tls",
    message: string,
  ) {
    super(message);
  }
}

export type ConnectOptions = {
  target: SipTarget;
  /** The address to connect to, instead of those that the DNS has for the target. */
  address?: ResolvedAddress;
  caCertificates: string | null;
  dns: SipDns;
  limits: SipLimits;
  isAddressAllowed(ip: string, target: { host: string; port: number }): boolean;
};

/** The code of an error of Node.js, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
function describeError(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return error instanceof Error ? error.message.slice(0, 200) : "unknown";
}

function waitForEvent(socket: Socket, event: "connect" | "secureConnect", timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new Error("ETIMEDOUT")), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    socket.once("error", fail);
    socket.once("close", () => fail(new Error("ECONNRESET")));
    socket.once(event, () => {
      clearTimeout(timer);
      socket.removeAllListeners("close");
      socket.removeListener("error", fail);
      // An error between now and the next listener ends the socket, which its owner sees.
      socket.on("error", () => {});
      resolve();
    });
  });
}

async function connectAddress(
  { target, caCertificates, limits }: ConnectOptions,
  { address, port }: ResolvedAddress,
): Promise<Socket> {
  const deadline = Date.now() + limits.connectMs;
  const tcp = connectTcp({ host: address, port });
  try {
    await waitForEvent(tcp, "connect", limits.connectMs);
  } catch (error) {
    throw new SipConnectError("connect", describeError(error));
  }
  if (target.transport === "tcp") return tcp;
  const name = target.host.replaceAll(/[[\]]/g, "");
  const tls = connectTls({
    socket: tcp,
    minVersion: "TLSv1.2",
    host: name,
    ...(isIP(name) ? {} : { servername: name }),
    ...(caCertificates === null ? {} : { ca: [...rootCertificates, caCertificates] }),
  });
  try {
    await waitForEvent(tls, "secureConnect", Math.max(1, deadline - Date.now()));
  } catch (error) {
    tcp.destroy();
    throw new SipConnectError("tls", describeError(error));
  }
  return tls;
}

/**
 * Connects to a peer: resolves it, and tries its addresses in order until a connection succeeds. Throws
 * SipConnectError of the last failure.
 */
export async function connectToTarget(
  options: ConnectOptions,
): Promise<{ socket: Socket; address: ResolvedAddress }> {
  const { target, dns, limits, isAddressAllowed } = options;
  let addresses: ResolvedAddress[];
  try {
    addresses = options.address ? [options.address] : await resolveTarget(target, dns, limits.dnsMs);
  } catch (error) {
    throw new SipConnectError("dns", describeError(error));
  }
  if (addresses.length === 0) throw new SipConnectError("dns", "ENOTFOUND");
  // The name beside a given address is the peer's word.
  const nameOf = (address: string) => (options.address ? address : target.host);
  const allowed = addresses.filter(({ address, port }) =>
    isAddressAllowed(address, { host: nameOf(address), port }),
  );
  let failure = new SipConnectError("connect", "The address is not allowed.");
  for (const address of allowed.slice(0, limits.addressesTried)) {
    try {
      return { socket: await connectAddress(options, address), address };
    } catch (error) {
      if (!(error instanceof SipConnectError)) throw error;
      failure = error;
    }
  }
  throw failure;
}
