import type { Translator } from "@/messages/translator";
import { offerName } from "./offer-text";

/** The offered choices, plus the current value if it is no longer offered. */
export function choicesOf(
  t: Translator<"agents">,
  offers: readonly { id: string; name: string }[],
  current: string | null,
) {
  const data = offers.map((offer) => ({ value: offer.id, label: `${offerName(t, offer)} (${offer.id})` }));
  return current === null || offers.some(({ id }) => id === current)
    ? data
    : [...data, { value: current, label: t("behavior.unavailable", { id: current }) }];
}
