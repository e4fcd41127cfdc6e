"use client";

import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/data-table";
import { Panel } from "@/components/panel";
import type { ScoreFigures as Figures } from "@/lib/calls/scores/schema";

type Version = Figures["agent_versions"][number] & { id: string };
type Agreement = Figures["agreement"][number] & { id: string };

const PERCENT = { style: "percent", maximumFractionDigits: 1 } as const;
const DECIMALS = { maximumFractionDigits: 2 } as const;

function useFigureColumns(): Column<Version>[] {
  const t = useTranslations("scores.figures");
  const format = useFormatter();
  return [
    {
      id: "criterion",
      header: t("criterion"),
      cell: ({ criterion, version }) => t("version", { name: criterion, version: String(version) }),
    },
    {
      id: "agent",
      header: t("agentVersion"),
      cell: ({ agent_version: agentVersion }) => agentVersion ?? t("draft"),
    },
    { id: "judged", header: t("judged"), cell: ({ judged }) => format.number(judged) },
    { id: "notJudged", header: t("notJudged"), cell: ({ not_judged: count }) => format.number(count) },
    {
      id: "mean",
      header: t("mean"),
      cell: ({ mean, kind }) =>
        mean === null ? "–" : format.number(mean, kind === "yes_no" ? PERCENT : DECIMALS),
    },
    {
      id: "passRate",
      header: t("passRate"),
      cell: ({ pass_rate: rate }) => (rate === null ? "–" : format.number(rate, PERCENT)),
    },
  ];
}

function useAgreementColumns(): Column<Agreement>[] {
  const t = useTranslations("scores");
  const format = useFormatter();
  return [
    {
      id: "criterion",
      header: t("figures.criterion"),
      cell: ({ criterion, version }) => t("figures.version", { name: criterion, version: String(version) }),
    },
    {
      id: "n",
      header: t("agreement.n"),
      cell: ({ n, too_few: tooFew }) => (tooFew ? t("agreement.tooFew", { n: String(n) }) : format.number(n)),
    },
    {
      id: "percent",
      header: t("agreement.percent"),
      cell: ({ percent }) => (percent === null ? "–" : format.number(percent / 100, PERCENT)),
    },
    {
      id: "kappa",
      header: t("agreement.kappa"),
      cell: ({ kappa }) => (kappa === null ? "–" : format.number(kappa, DECIMALS)),
    },
    {
      id: "difference",
      header: t("agreement.difference"),
      cell: ({ mean_difference: value }) =>
        value === null ? "–" : t("agreement.points", { value: format.number(value, DECIMALS) }),
    },
  ];
}

/** The figures of an agent's scores by version, and the agreement of the judge with marks. */
export function ScoreFigures({ figures }: { figures: Figures }) {
  const t = useTranslations("scores");
  const figureColumns = useFigureColumns();
  const agreementColumns = useAgreementColumns();
  const versions = figures.agent_versions.map((row) => ({
    ...row,
    id: `${row.criterion} ${row.version} ${row.agent_version ?? 0}`,
  }));
  const agreement = figures.agreement.map((row) => ({ ...row, id: `${row.criterion} ${row.version}` }));
  return (
    <>
      <Panel title={t("figures.title")}>
        {versions.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("figures.empty")}
          </Text>
        ) : (
          <DataTable label={t("figures.label")} rows={versions} columns={figureColumns} />
        )}
      </Panel>
      <Panel title={t("agreement.title")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("agreement.description")}
        </Text>
        {agreement.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("agreement.empty")}
          </Text>
        ) : (
          <DataTable label={t("agreement.label")} rows={agreement} columns={agreementColumns} />
        )}
      </Panel>
    </>
  );
}
