"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Summary } from "@/lib/data/analytics/schema";
import { formatPercent } from "../analytics/_components/format-values";
import { Tiles } from "../analytics/_components/tiles";

type Props = { summary: Summary; inProgress: number; day: string };

/** Today's figures. Each links to the calls that it counts. */
export function Today({ summary, inProgress, day }: Props) {
  const t = useTranslations("home.today");
  const format = useFormatter();
  const { calls, answered, reached, successful, contained, from, to } = summary;
  const hrefOf = (figure: string) =>
    `/calls?${new URLSearchParams({
      figure,
      created_after: new Date(Date.parse(from) - 1).toISOString(),
      created_before: to,
    })}`;
  return (
    <Tiles
      label={t("label", { day })}
      tiles={[
        {
          label: t("inProgress"),
          value: format.number(inProgress),
          help: t("inProgressHelp"),
          href: "/active-calls",
        },
        {
          label: t("calls"),
          value: format.number(calls),
          help: t("callsHelp", { answered }),
          href: hrefOf("ended"),
        },
        {
          label: t("successful"),
          value: formatPercent(format, successful, answered),
          help: t("successfulHelp", { successful, answered }),
          href: hrefOf("successful"),
        },
        {
          label: t("contained"),
          value: formatPercent(format, contained, reached),
          help: t("containedHelp", { contained, reached }),
          href: hrefOf("contained"),
        },
      ]}
    />
  );
}
