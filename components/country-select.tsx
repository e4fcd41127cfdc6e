"use client";

import { Select, type SelectProps } from "@mantine/core";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { COUNTRIES } from "./countries";

/** So many of some 245 at once; more are found by typing. */
const SHOWN = 50;

/** A country by its name, or none. It is for what is opened in the browser: names differ between runtimes. */
export function CountrySelect(props: SelectProps) {
  const t = useTranslations("common.country");
  const locale = useLocale();
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "region" });
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      a.label.localeCompare(b.label, locale),
    );
  }, [locale]);
  return (
    <Select
      placeholder={t("placeholder")}
      data={data}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      limit={SHOWN}
      nothingFoundMessage={t("empty")}
      {...props}
    />
  );
}
