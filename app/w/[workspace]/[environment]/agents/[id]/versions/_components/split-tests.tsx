"use client";

import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { Pill, type Tone } from "@/components/pill";
import type { SplitComparison, SplitTest } from "@/lib/calls/split-comparisons/schema";
import { MIN_CONTACTS } from "@/lib/calls/split-comparisons/values";

const TONES = {
  too_few: "gray",
  unclear: "yellow",
  different: "teal",
} as const satisfies Record<SplitTest["result"], Tone>;
const COST_DECIMALS = 4;

/** Writes a value of a measure: a percentage, an amount or milliseconds. */
function useValueText(measure: SplitTest["measure"], currency: string | null) {
  const format = useFormatter();
  return (value: number): string => {
    if (measure === "outcome") return format.number(value, { style: "percent", maximumFractionDigits: 1 });
    if (measure === "latency")
      return format.number(value, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 });
    const decimals = { maximumFractionDigits: COST_DECIMALS };
    return currency === null
      ? format.number(value, decimals)
      : format.number(value, { style: "currency", currency, ...decimals });
  };
}

function Test({ test, currency }: { test: SplitTest; currency: string | null }) {
  const t = useTranslations("splits.test");
  const format = useFormatter();
  const valueText = useValueText(test.measure, currency);
  const { result, live, candidate, difference, interval, p_value: pValue } = test;
  const isKnown = live !== null && candidate !== null;
  return (
    <Box>
      <Group gap="sm" mb={4}>
        <Title order={3} fz={14} fw={500}>
          {t(test.measure)}
        </Title>
        <Pill tone={TONES[result]}>{t(`result.${result}`)}</Pill>
      </Group>
      <Text size="sm">
        {isKnown && `${t("values", { live: valueText(live), candidate: valueText(candidate) })} `}
        {difference !== null && interval !== null && pValue !== null
          ? t("difference", {
              difference: valueText(difference),
              low: valueText(interval.low),
              high: valueText(interval.high),
              p: format.number(pValue, { maximumFractionDigits: 3 }),
            })
          : t("tooFew", {
              live: format.number(test.live_contacts),
              candidate: format.number(test.candidate_contacts),
              min: format.number(MIN_CONTACTS),
            })}
      </Text>
    </Box>
  );
}

/** The tests of the differences between both versions, and how they are read. */
export function SplitTests({ comparison }: { comparison: SplitComparison }) {
  const t = useTranslations("splits.test");
  const currency = (comparison.live.average_cost ?? comparison.candidate.average_cost)?.currency ?? null;
  return (
    <Stack gap="md" aria-live="polite">
      {comparison.tests.map((test) => (
        <Test key={test.measure} test={test} currency={currency} />
      ))}
      <Text size="xs" c="dimmed">
        {t("help")}
      </Text>
    </Stack>
  );
}
