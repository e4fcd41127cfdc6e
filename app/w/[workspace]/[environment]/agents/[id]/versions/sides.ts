/** A side of a comparison: a version by its number, or the draft. */
export type Side = number | "draft";

const NUMBER = /^[1-9][0-9]{0,5}$/;

/** One side of a comparison as the address names it (`from=3`, `to=draft`), or else the one that is given. */
export function sideOf(named: string | string[] | undefined, fallback: Side): Side {
  if (named === "draft") return "draft";
  return typeof named === "string" && NUMBER.test(named) ? Number(named) : fallback;
}

export const sideName = (side: Side): string => (side === "draft" ? "the draft" : `version ${side}`);

/** The address that compares two sides, so that it can be handed on. */
export const compareHref = (agentId: string, from: Side, to: Side): string =>
  `/agents/${agentId}/versions?from=${from}&to=${to}#compare`;
