"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Table } from "@/components/table";
import type { SplitArmFigures, SplitComparison } from "@/lib/calls/split-comparisons/schema";

const SECOND_MS = 1_000;
/** Outcomes of a version that the table has, the most frequent ones first. */
const MAX_OUTCOMES = 8;
const COST_DECIMALS = 4;

type Row = { label: string; value: (arm: SplitArmFigures) => string };

function useRows({ live, candidate }: SplitComparison): Row[] {
  const t = useTranslations("splits.figure");
  const format = useFormatter();
  const none = t("none");
  const part = (count: number, total: number): string =>
    total === 0
      ? none
      : t("part", {
          count: format.number(count),
          percent: format.number(count / total, { style: "percent", maximumFractionDigits: 1 }),
        });
  const seconds = (ms: number | null): string =>
    ms === null
      ? none
      : format.number(ms / SECOND_MS, { style: "unit", unit: "second", maximumFractionDigits: 2 });
  const cost = ({ average_cost: average }: SplitArmFigures): string =>
    average === null
      ? none
      : format.number(Number(average.amount), {
          style: "currency",
          currency: average.currency,
          maximumFractionDigits: COST_DECIMALS,
        });
  const tags = [...new Set([...live.outcomes, ...candidate.outcomes].map(({ tag }) => tag))].slice(
    0,
    MAX_OUTCOMES,
  );
  const countOf = ({ outcomes }: SplitArmFigures, tag: string): number =>
    outcomes.find((outcome) => outcome.tag === tag)?.calls ?? 0;
  return [
    { label: t("calls"), value: ({ calls }) => format.number(calls) },
    { label: t("settled"), value: ({ settled }) => format.number(settled) },
    { label: t("failed"), value: ({ failed, calls }) => part(failed, calls) },
    { label: t("successful"), value: ({ successful, settled }) => part(successful, settled) },
    ...tags.map((tag) => ({
      label: t("outcome", { tag }),
      value: (arm: SplitArmFigures) => part(countOf(arm, tag), arm.settled),
    })),
    { label: t("duration"), value: ({ average_duration_ms: ms }) => seconds(ms) },
    { label: t("latencyP50"), value: ({ turn_p50_ms: ms }) => seconds(ms) },
    { label: t("latencyP95"), value: ({ turn_p95_ms: ms }) => seconds(ms) },
    { label: t("cost"), value: cost },
  ];
}

/** The figures of both versions side by side. */
export function SplitFigures({ comparison }: { comparison: SplitComparison }) {
  const t = useTranslations("splits.figure");
  const rows = useRows(comparison);
  const { live, candidate } = comparison;
  const heads = [
    t("live", { version: String(live.version) }),
    t("candidate", { version: String(candidate.version) }),
  ];
  return (
    <Table layout="fixed" verticalSpacing={6} aria-label={t("title")}>
      <Table.Thead>
        <Table.Tr>
          {[t("column"), ...heads].map((head) => (
            <Table.Th key={head} scope="col" fz="xs" c="dimmed">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={500} fz="sm" style={{ overflowWrap: "anywhere" }}>
              {label}
            </Table.Th>
            <Table.Td fz="sm">{value(live)}</Table.Td>
            <Table.Td fz="sm">{value(candidate)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
