"use client";

import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import { inWords } from "@/components/words";
import type { Summary } from "@/lib/data/analytics/schema";
import type { Translator } from "@/messages/translator";
import { formatCount, formatMinutes, formatMoney } from "./format-values";

const PARTS = ["telephone", "model", "voice", "transcriber"] as const;

function partName(t: Translator<"analytics.usage">, part: string): string {
  const partKey = PARTS.find((name) => name === part);
  return partKey === undefined ? inWords(part) : t(partKey);
}

/** The name of a provider. The built-in model is not an AI, so its name says what it is. */
function providerName(t: Translator<"analytics.usage">, part: string, provider: string): string {
  if (provider === "local") return t("local");
  if (provider !== "builtin") return provider;
  return t(part === "model" ? "testModel" : "builtin");
}

/** Usage of each provider, with its cost by the operator's prices. */
export function Usage({ usage: { providers, currency, cost } }: Pick<Summary, "usage">) {
  const t = useTranslations("analytics.usage");
  const tChart = useTranslations("analytics.chart.usage");
  const format = useFormatter();
  if (providers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {tChart("empty")}
      </Text>
    );
  return (
    <ScrollRegion label={t("label")} minWidth={460}>
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("provider")}</Table.Th>
            <Table.Th ta="right">{t("calls")}</Table.Th>
            <Table.Th ta="right">{t("minutes")}</Table.Th>
            <Table.Th ta="right">{t("responses")}</Table.Th>
            {currency !== null && <Table.Th ta="right">{t("cost")}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {providers.map(({ part, provider, calls, minutes, turns, cost: providerCost }) => (
            <Table.Tr key={`${part}:${provider}`}>
              <Table.Td>
                {partName(t, part)}
                <Text component="span" size="sm" c="dimmed">
                  {` ${providerName(t, part, provider)}`}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{formatCount(format, calls)}</Table.Td>
              <Table.Td ta="right">{formatMinutes(format, minutes)}</Table.Td>
              <Table.Td ta="right">{formatCount(format, turns)}</Table.Td>
              {currency !== null && (
                <Table.Td ta="right">{formatMoney(format, providerCost, currency)}</Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {cost !== null && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={4}>{t("total")}</Table.Th>
              <Table.Th ta="right">{formatMoney(format, cost, currency)}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </ScrollRegion>
  );
}
