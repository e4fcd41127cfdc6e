"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { CampaignCounts } from "@/lib/outreach/campaigns/schema";
import classes from "./counts-bar.module.css";
import { partsOf } from "./parts";

/** Bar of a campaign's contacts by status, with a text for screen readers. */
export function CountsBar({ counts }: { counts: CampaignCounts }) {
  const t = useTranslations("campaigns");
  const format = useFormatter();
  const parts = partsOf(counts);
  const contacts = t("count", { count: counts.total });
  const texts = format.list(
    parts.map(({ id, count }) => t(`part.${id}`, { count })),
    { type: "unit" },
  );
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={parts.length === 0 ? contacts : t("parts", { contacts, parts: texts })}
    >
      {parts.map(({ id, count }) => (
        <span key={id} className={classes.part} data-part={id} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}

/** Legend of the bar's colors with counts. */
export function CountsLegend({ counts }: { counts: CampaignCounts }) {
  const t = useTranslations("campaigns");
  return (
    <ul className={classes.legend} aria-label={t("legend")}>
      {partsOf(counts).map(({ id, count }) => (
        <li key={id}>
          <span className={classes.dot} data-part={id} aria-hidden />
          <span>{t(`part.${id}`, { count })}</span>
        </li>
      ))}
    </ul>
  );
}
