"use client";

import type { CampaignCounts } from "@/lib/outreach/campaigns/schema";
import classes from "./counts-bar.module.css";
import { contacts, partsOf } from "./parts";

/** Bar of a campaign's contacts by status, with a text for screen readers. */
export function CountsBar({ counts }: { counts: CampaignCounts }) {
  const parts = partsOf(counts);
  const words = parts.map(({ label, count }) => `${count} ${label}`).join(", ");
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={words === "" ? contacts(counts.total) : `${contacts(counts.total)}: ${words}`}
    >
      {parts.map(({ id, count }) => (
        <span key={id} className={classes.part} data-part={id} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}

/** Legend of the bar's colors with counts. */
export function CountsLegend({ counts }: { counts: CampaignCounts }) {
  return (
    <ul className={classes.legend} aria-label="Contacts by where they stand">
      {partsOf(counts).map(({ id, label, count }) => (
        <li key={id}>
          <span className={classes.dot} data-part={id} aria-hidden />
          <span>
            <b>{count.toLocaleString("en")}</b> {label}
          </span>
        </li>
      ))}
    </ul>
  );
}
