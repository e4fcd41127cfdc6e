import { useFormatter, useTranslations } from "next-intl";
import { CHANNELS, PURPOSES } from "@/lib/contacts/consent/values";
import type { ExplanationFinding } from "@/lib/data/explanations/schema";

/** Returns a function that lists the names of a finding: a kind of consent, channels, regions or variables. */
export function useFindingNames(): (finding: ExplanationFinding) => string {
  const t = useTranslations("contacts");
  const format = useFormatter();
  return ({ topic, names }) => {
    const [first, second] = names;
    const purpose = PURPOSES.find((candidate) => candidate === first);
    const channel = CHANNELS.find((candidate) => candidate === second);
    if (topic === "consent" && purpose !== undefined && channel !== undefined)
      return t(`consent.kind.${purpose}.${channel}`);
    if (topic !== "suppression") return format.list(names, { type: "unit" });
    const channels = CHANNELS.filter((channel) => names.includes(channel));
    return format.list(
      channels.map((channel) => t(`channel.${channel}`)),
      { type: "unit" },
    );
  };
}
