import { existsSync, readFileSync } from "node:fs";

/** A line of the peer's log: an INVITE that arrived, with what the peer does. */
export type PeerLine = { event: "invite"; to: string; callId: string; fate: string };

export const readPeerLog = (file: string): PeerLine[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as PeerLine)
    : [];

/** The numbers that were called more than once, and the calls beyond the first of each. */
export function findDoubles(lines: readonly PeerLine[]): string[] {
  const called = new Set<string>();
  return lines.flatMap(({ to, callId }) => {
    if (!called.has(to)) {
      called.add(to);
      return [];
    }
    return [`${to} was called again (${callId}).`];
  });
}
