"use client";

import { Paper } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Filter } from "@/components/filter-bar/filter";
import { FilterBar } from "@/components/filter-bar/filter-bar";
import type { Translator } from "@/messages/translator";
import { ACTIONS } from "./actions";
import classes from "./audit-filters.module.css";

const EXAMPLES = { action: "key.created", actor: "mem_…", target: "agt_…" } as const;
const MAX_CHARS = 100;

/** The filters of the log. */
const auditFilters = (t: Translator<"records">): readonly Filter[] => [
  {
    kind: "text",
    id: "action",
    label: t("audit.action"),
    placeholder: EXAMPLES.action,
    maxLength: MAX_CHARS,
    suggestions: ACTIONS,
  },
  {
    kind: "text",
    id: "actor_id",
    label: t("audit.actor"),
    placeholder: EXAMPLES.actor,
    maxLength: MAX_CHARS,
  },
  {
    kind: "text",
    id: "target",
    label: t("audit.target"),
    placeholder: EXAMPLES.target,
    maxLength: MAX_CHARS,
  },
  {
    kind: "days",
    id: "created",
    label: t("audit.when"),
    after: "created_after",
    before: "created_before",
    zone: "utc",
  },
];

/** The filters of the log, which are in the address. */
export function AuditFilters() {
  const t = useTranslations("records");
  const filters = useMemo(() => auditFilters(t), [t]);
  return (
    <Paper withBorder p="sm" className={classes.bar}>
      <FilterBar filters={filters} />
    </Paper>
  );
}
