import type { Translator } from "@/messages/translator";

/** A side of a comparison: a version by its number, or the draft. */
export type Side = number | "draft";

const NUMBER = /^[1-9][0-9]{0,5}$/;

/** One side of a comparison from the address (`from=3`, `to=draft`), or else `fallback`. */
export function sideOf(param: string | string[] | undefined, fallback: Side): Side {
  if (param === "draft") return "draft";
  return typeof param === "string" && NUMBER.test(param) ? Number(param) : fallback;
}

/** The name of a side in headings and options. */
export const sideName = (t: Translator<"agents">, side: Side): string =>
  side === "draft" ? t("compare.draft") : t("version", { version: String(side) });

/** The address of a comparison, which can be shared. */
export const compareHref = (agentId: string, from: Side, to: Side): string =>
  `/agents/${agentId}/versions?from=${from}&to=${to}#compare`;
