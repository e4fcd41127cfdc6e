import ipaddr from "ipaddr.js";

const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

/** Whether a host may be contacted without TLS: this machine, or a host that the operator lists. */
export const isPlaintextMailAllowed = (host: string, listed: readonly string[]): boolean =>
  isLoopback(host.toLowerCase()) || listed.includes(host.toLowerCase());
