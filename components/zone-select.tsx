"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { SearchSelect } from "./search-select";
import type { SearchSelectProps } from "./search-select-props";

/** So many of some 400 zones at once; more are found by typing. */
const SHOWN = 50;

/** Zones that browsers list under old names, and one that they omit. */
const RENAMED = [
  "America/Nuuk",
  "Asia/Ho_Chi_Minh",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Yangon",
  "Europe/Kyiv",
  "UTC",
];

/** An IANA time zone, or none. A zone that has another name here stays as it is. */
export function ZoneSelect({ value = null, ...props }: Omit<SearchSelectProps, "data">) {
  const t = useTranslations("common.timeZone");
  const zones = useMemo(
    () => [
      ...new Set([...(value === null ? [] : [value]), ...Intl.supportedValuesOf("timeZone"), ...RENAMED]),
    ],
    [value],
  );
  return (
    <SearchSelect
      label={t("label")}
      placeholder={t("placeholder")}
      data={zones}
      value={value}
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      limit={SHOWN}
      nothingFoundMessage={t("empty")}
      {...props}
    />
  );
}
