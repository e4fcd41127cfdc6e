"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Filter } from "@/components/filter-bar/filter";
import type { Translator } from "@/messages/translator";

/** The filters of the list of contacts. */
export const contactFilters = (t: Translator<"contacts.list">): readonly Filter[] => [
  {
    kind: "choice",
    id: "suppressed",
    label: t("suppression"),
    options: [
      { value: "true", label: t("suppressed") },
      { value: "false", label: t("notSuppressed") },
    ],
  },
];

export function useContactFilters(): readonly Filter[] {
  const t = useTranslations("contacts.list");
  return useMemo(() => contactFilters(t), [t]);
}
