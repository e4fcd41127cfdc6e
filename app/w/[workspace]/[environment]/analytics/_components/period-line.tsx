import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { Summary } from "@/lib/data/analytics/schema";

/** How the period relates to the previous one: `empty` is a comparison without calls to compare with. */
export type Comparison = "off" | "empty" | "compared";
type Props = { summary: Summary; isTimed: boolean; comparison: Comparison };

/** The counted period, in the workspace's time zone, and the one that it is compared with, or the reason why it is not. */
export function PeriodLine({ summary: { timezone, from, to, previous }, isTimed, comparison }: Props) {
  const t = useTranslations("analytics.period");
  const format = useFormatter();
  const write = (period: { from: string; to: string }, withTime: boolean): string => {
    const options = { timeZone: timezone, dateStyle: "medium" } as const;
    const end = Date.parse(period.to) - (withTime ? 0 : 1);
    return format.dateTimeRange(
      new Date(period.from),
      new Date(end),
      withTime ? { ...options, timeStyle: "short" } : options,
    );
  };
  // A period of days in progress is compared with the same part of the one before.
  const isPart = !isTimed && Date.parse(previous.to) < Date.parse(from);
  const range = write({ from, to }, isTimed);
  const texts = { range, timezone, previous: write(previous, isTimed) };
  const key = { off: "range", empty: "notCompared", compared: isPart ? "comparedPart" : "compared" } as const;
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t(key[comparison], texts)}
    </Text>
  );
}
