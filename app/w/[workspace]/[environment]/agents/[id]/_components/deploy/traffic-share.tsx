"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { SPLIT_PERCENTS } from "@/lib/agents/traffic-splits/values";

/** All new calls, or the percentage of them that a traffic split gives to the version. */
export type TrafficShare = "all" | number;

const ALL = "all";

type Props = { share: TrafficShare; onShare: (share: TrafficShare) => void };

/** Selects whether the version gets all new calls, or a share of them beside the live version. */
export function TrafficShareSelect({ share, onShare }: Props) {
  const t = useTranslations("agents.share");
  const format = useFormatter();
  const label = (percent: number) =>
    t("some", { percent: format.number(percent / 100, { style: "percent" }) });
  return (
    <ChoiceSelect
      label={t("title")}
      description={share === ALL ? t("allHelp") : t("someHelp")}
      data={[
        { value: ALL, label: t("all") },
        ...SPLIT_PERCENTS.map((percent) => ({ value: String(percent), label: label(percent) })),
      ]}
      value={String(share)}
      onChange={(value) => onShare(value === null || value === ALL ? ALL : Number(value))}
    />
  );
}
