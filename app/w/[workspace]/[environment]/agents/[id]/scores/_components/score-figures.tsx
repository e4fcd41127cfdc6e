"use client";

import { Anchor, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { ScrollRegion } from "@/components/scroll-region";
import { Table } from "@/components/table";
import type { ScoreFigures as Figures } from "@/lib/calls/scores/schema";

type Version = Figures["agent_versions"][number];
type Agreement = Figures["agreement"][number];
/** A column of a short table: its header, and the content of its cell. */
type Column<Row> = { header: string; cell: (row: Row) => ReactNode };

const PERCENT = { style: "percent", maximumFractionDigits: 1 } as const;
const DECIMALS = { maximumFractionDigits: 2 } as const;
const NONE = "–";

/** The list of live calls since a day (UTC) that failed a criterion, by every version of the agent. */
const failedCalls = (agentId: string, criterion: string, since: string): string =>
  `/calls?${new URLSearchParams({
    agent_id: agentId,
    score: `${criterion}:failed`,
    // `created_after` is exclusive, with millisecond precision.
    created_after: new Date(Date.parse(since) - 1).toISOString(),
  })}`;

function useFigureColumns(agentId: string, since: string | null): Column<Version>[] {
  const t = useTranslations("scores.figures");
  const format = useFormatter();
  return [
    {
      header: t("criterion"),
      cell: ({ criterion, version }) => t("version", { name: criterion, version: String(version) }),
    },
    {
      header: t("agentVersion"),
      cell: ({ agent_version: agentVersion }) => agentVersion ?? t("draft"),
    },
    { header: t("judged"), cell: ({ judged }) => format.number(judged) },
    { header: t("notJudged"), cell: ({ not_judged: count }) => format.number(count) },
    {
      header: t("mean"),
      cell: ({ mean, kind }) =>
        mean === null ? NONE : format.number(mean, kind === "yes_no" ? PERCENT : DECIMALS),
    },
    {
      header: t("passRate"),
      cell: ({ pass_rate: rate }) => (rate === null ? NONE : format.number(rate, PERCENT)),
    },
    ...(since === null
      ? []
      : [
          {
            header: t("failed"),
            cell: ({ criterion, pass_rate: rate }: Version) =>
              rate === null ? (
                NONE
              ) : (
                <Anchor component={Link} size="sm" href={failedCalls(agentId, criterion, since)}>
                  {t("list", { name: criterion })}
                </Anchor>
              ),
          },
        ]),
  ];
}

function useAgreementColumns(): Column<Agreement>[] {
  const t = useTranslations("scores");
  const format = useFormatter();
  return [
    {
      header: t("figures.criterion"),
      cell: ({ criterion, version }) => t("figures.version", { name: criterion, version: String(version) }),
    },
    {
      header: t("agreement.n"),
      cell: ({ n, too_few: tooFew }) => (tooFew ? t("agreement.tooFew", { n: String(n) }) : format.number(n)),
    },
    {
      header: t("agreement.percent"),
      cell: ({ percent }) => (percent === null ? NONE : format.number(percent / 100, PERCENT)),
    },
    {
      header: t("agreement.kappa"),
      cell: ({ kappa }) => (kappa === null ? NONE : format.number(kappa, DECIMALS)),
    },
    {
      header: t("agreement.difference"),
      cell: ({ mean_difference: value }) =>
        value === null ? NONE : t("agreement.points", { value: format.number(value, DECIMALS) }),
    },
  ];
}

type TableProps<Row> = {
  label: string;
  empty: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

function FigureTable<Row>({ label, empty, columns, rows, keyOf }: TableProps<Row>) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <ScrollRegion label={label} minWidth={480}>
      <Table aria-label={label} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header }) => (
              <Table.Th key={header} scope="col" fz="xs" c="dimmed">
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ header, cell }) => (
                <Table.Td key={header}>{cell(row)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

type Props = {
  agentId: string;
  figures: Figures;
  /** The first day (UTC) of the figures, for links to failed calls. Null where live calls are not listed. */
  since: string | null;
};

/** The figures of an agent's scores by version, and the agreement of the judge with marks. */
export function ScoreFigures({ agentId, figures, since }: Props) {
  const t = useTranslations("scores");
  const figureColumns = useFigureColumns(agentId, since);
  const agreementColumns = useAgreementColumns();
  return (
    <>
      <Panel title={t("figures.title")}>
        <FigureTable
          label={t("figures.label")}
          empty={t("figures.empty")}
          columns={figureColumns}
          rows={figures.agent_versions}
          keyOf={({ criterion, version, agent_version: agentVersion }) =>
            `${criterion} ${version} ${agentVersion ?? 0}`
          }
        />
      </Panel>
      <Panel title={t("agreement.title")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("agreement.description")}
        </Text>
        <FigureTable
          label={t("agreement.label")}
          empty={t("agreement.empty")}
          columns={agreementColumns}
          rows={figures.agreement}
          keyOf={({ criterion, version }) => `${criterion} ${version}`}
        />
      </Panel>
    </>
  );
}
