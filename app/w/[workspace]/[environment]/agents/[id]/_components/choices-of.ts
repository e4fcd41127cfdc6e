import type { Translator } from "@/messages/translator";

/** The offered choices, plus the current value if it is no longer offered. */
export function choicesOf(
  t: Translator<"agents">,
  offers: readonly { id: string; name: string }[],
  current: string | null,
) {
  const data = offers.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  return current === null || offers.some(({ id }) => id === current)
    ? data
    : [...data, { value: current, label: t("behavior.unavailable", { id: current }) }];
}
