import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { costText } from "@/components/cost-text";
import { Panel } from "@/components/panel";
import { Table } from "@/components/table";
import type { CallCost } from "@/lib/calls/costs/schema";

/** The cost of a call by provider, and the uses without a price. Renders nothing for a call that used nothing. */
export function CostPanel({ cost: { lines, total, is_complete: isComplete } }: { cost: CallCost }) {
  const t = useTranslations("calls.cost");
  const format = useFormatter();
  if (lines.length === 0) return null;
  return (
    <Panel title={t("title")}>
      <Table fz="sm" aria-label={t("label")}>
        <Table.Tbody>
          {lines.map(({ provider, model, unit, quantity, cost }) => (
            <Table.Tr key={`${provider} ${model} ${unit} ${cost?.currency ?? ""}`}>
              <Table.Td>
                {provider}
                <Text span size="xs" c="dimmed">{` ${model}`}</Text>
              </Table.Td>
              <Table.Td>{t(`unit.${unit}`, { quantity })}</Table.Td>
              <Table.Td ta="right">{cost === null ? t("missing") : costText(format, [cost])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {total.length > 0 && (
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={2}>{t(isComplete ? "total" : "partial")}</Table.Th>
              <Table.Th ta="right">{costText(format, total)}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        )}
      </Table>
    </Panel>
  );
}
