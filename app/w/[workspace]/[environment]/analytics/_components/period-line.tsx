import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { Summary } from "@/lib/data/analytics/schema";

type Props = { summary: Summary; isTimed: boolean; isCompared: boolean };

/** The counted period, in the workspace's time zone, and the one that it is compared with. */
export function PeriodLine({ summary: { timezone, from, to, previous }, isTimed, isCompared }: Props) {
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
  return (
    <Text size="sm" c="dimmed" mb="md">
      {isCompared
        ? t(isPart ? "comparedPart" : "compared", { range, timezone, previous: write(previous, isTimed) })
        : t("range", { range, timezone })}
    </Text>
  );
}
