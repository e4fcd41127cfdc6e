import { isIPv6, type Socket } from "node:net";

/** The address of a socket's peer, without the prefix of IPv4 in IPv6; empty if the socket is closed. */
export function readPeerAddress(socket: Socket): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

/** The address that limits count: an IPv6 host has a /64, so its first four groups. */
export function limitedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const first = head.split(":").filter((group) => group !== "");
  const last = tail.split(":").filter((group) => group !== "");
  const zeros = address.includes("::") ? Math.max(0, 8 - first.length - last.length) : 0;
  return [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4).join(":");
}
