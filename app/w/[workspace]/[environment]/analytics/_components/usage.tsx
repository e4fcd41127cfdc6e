"use client";

import { Table, Text } from "@mantine/core";
import { inWords } from "@/components/words";
import type { Summary } from "@/lib/data/analytics/schema";
import { count, money } from "./words";

const MINUTES = { maximumFractionDigits: 1 };
/** The name of a provider. The product's own model is no AI, which its name says. */
function providerName(part: string, provider: string): string {
  if (provider !== "builtin") return provider;
  return part === "model" ? "Scripted test model" : "Built in";
}

/** Usage of each provider, with its cost by the operator's prices. */
export function Usage({ usage: { providers, currency, cost } }: Pick<Summary, "usage">) {
  if (providers.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No answered call was settled in this time.
      </Text>
    );
  return (
    <Table.ScrollContainer
      minWidth={460}
      type="native"
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      tabIndex={0}
      role="region"
      aria-label="Providers"
    >
      <Table fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Provider</Table.Th>
            <Table.Th ta="right">Calls</Table.Th>
            <Table.Th ta="right">Minutes</Table.Th>
            <Table.Th ta="right">Answers</Table.Th>
            {currency !== null && <Table.Th ta="right">Cost</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {providers.map(({ part, provider, calls, minutes, turns, cost: providerCost }) => (
            <Table.Tr key={`${part}:${provider}`}>
              <Table.Td>
                {inWords(part)}
                <Text component="span" size="sm" c="dimmed">
                  {` ${providerName(part, provider)}`}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{count(calls)}</Table.Td>
              <Table.Td ta="right">{minutes.toLocaleString("en", MINUTES)}</Table.Td>
              <Table.Td ta="right">{count(turns)}</Table.Td>
              {currency !== null && <Table.Td ta="right">{money(providerCost, currency)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {cost !== null && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={4}>By the operator's prices</Table.Th>
              <Table.Th ta="right">{money(cost, currency)}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  );
}
