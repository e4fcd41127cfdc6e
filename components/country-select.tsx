"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { COUNTRIES } from "./countries";
import { SearchSelect } from "./search-select";
import type { SearchSelectProps } from "./search-select-props";

/** So many of some 245 at once; more are found by typing. */
const SHOWN = 50;

/** A country by its name and calling code, or none. It is for what is opened in the browser: names differ between runtimes. */
export function CountrySelect(props: Omit<SearchSelectProps, "data">) {
  const t = useTranslations("common.country");
  const locale = useLocale();
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: "region" });
    return COUNTRIES.map(({ code, callingCode }) => ({ code, callingCode, name: names.of(code) ?? code }))
      .sort((a, b) => a.name.localeCompare(b.name, locale))
      .map(({ code, callingCode, name }) => ({
        value: code,
        label: t("option", { name, code: callingCode }),
      }));
  }, [locale, t]);
  return (
    <SearchSelect
      placeholder={t("placeholder")}
      data={data}
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      limit={SHOWN}
      nothingFoundMessage={t("empty")}
      {...props}
    />
  );
}
