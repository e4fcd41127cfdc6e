import { useFormatter, useTranslations } from "next-intl";
import { ConsentChannel } from "@/lib/contacts/consent/schema";
import { OutreachPurpose } from "@/lib/contacts/policy/schema";
import type { ExplanationFinding } from "@/lib/data/explanations/schema";

/** Returns a function that lists the names of a finding: a kind of consent, channels, regions or variables. */
export function useFindingNames(): (finding: ExplanationFinding) => string {
  const t = useTranslations("contacts");
  const format = useFormatter();
  return ({ topic, names }) => {
    const [first, second] = names;
    const purpose = OutreachPurpose.safeParse(first);
    const channel = ConsentChannel.safeParse(second);
    if (topic === "consent" && purpose.success && channel.success)
      return t(`consent.kind.${purpose.data}.${channel.data}`);
    if (topic !== "suppression") return format.list(names, { type: "unit" });
    const channels = names.map((name) => ConsentChannel.safeParse(name));
    return format.list(
      channels.flatMap(({ data }) => (data === undefined ? [] : [t(`channel.${data}`)])),
      { type: "unit" },
    );
  };
}
