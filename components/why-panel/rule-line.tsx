import { Anchor, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ExplanationFinding } from "@/lib/data/explanations/schema";

/** A law, with a link to where it was read and the day. */
export function RuleLine({ law, source, verified_on: date }: ExplanationFinding["rules"][number]) {
  const t = useTranslations("explanation");
  return (
    <>
      <Anchor href={source} target="_blank" rel="noreferrer" inherit>
        {law}
      </Anchor>{" "}
      <Text span inherit c="dimmed">
        {t("verified", { date })}
      </Text>
    </>
  );
}
