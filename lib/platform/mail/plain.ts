import ipaddr from "ipaddr.js";

const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

/** Whether a host may be spoken to without TLS: this machine itself, or one that the operator lists. */
export const isPlainAllowed = (host: string, listed: readonly string[]): boolean =>
  isLoopback(host.toLowerCase()) || listed.includes(host.toLowerCase());
