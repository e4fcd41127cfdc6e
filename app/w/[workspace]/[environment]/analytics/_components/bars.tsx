"use client";

import { Button, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Link } from "@/components/link";
import classes from "./figures.module.css";
import { formatCount, formatPercent } from "./format-values";
import { ValueTable } from "./value-table";

export type Bar = { name: string; label: string; calls: number; href: string };

type Props = { title: string; bars: readonly Bar[]; total: number; empty: string };

/** Visible bars; a button shows the others. */
const MAX_VISIBLE = 8;

/** Calls by label, most frequent first, each with a link to its calls. A table has the same numbers. */
export function Bars({ title, bars, total, empty }: Props) {
  const t = useTranslations("analytics.chart");
  const format = useFormatter();
  const [isExpanded, setIsExpanded] = useState(false);
  if (bars.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  const maxCalls = Math.max(...bars.map(({ calls }) => calls));
  return (
    <>
      <ul className={classes.bars}>
        {(isExpanded ? bars : bars.slice(0, MAX_VISIBLE)).map(({ name, label, calls, href }) => (
          <li key={name} className={classes.row}>
            <Link href={href} className={classes.bar} prefetch={false}>
              <span className={classes.label} title={label}>
                {label}
              </span>
              <span className={classes.track} aria-hidden>
                <span
                  className={classes.fill}
                  style={{ display: "block", width: `${(100 * calls) / maxCalls}%` }}
                />
              </span>
              <span className={classes.count}>
                {formatCount(format, calls)}{" "}
                <Text
                  component="span"
                  size="xs"
                  c="dimmed"
                >{`(${formatPercent(format, calls, total)})`}</Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {bars.length > MAX_VISIBLE && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          onClick={() => setIsExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? t("showFewer") : t("showAll", { count: bars.length })}
        </Button>
      )}
      <ValueTable
        title={title}
        heads={[t("label"), t("calls"), t("share")]}
        rows={bars.map(({ name, label, calls, href }) => ({
          key: name,
          label,
          href,
          cells: [{ text: formatCount(format, calls) }, { text: formatPercent(format, calls, total) }],
        }))}
      />
    </>
  );
}
