"use client";

import { Select } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ListFound, ListSearch } from "@/components/list-search";
import { useAddress } from "@/components/use-address";

/** Removes all filters, for `address.set`. */
export const NO_FILTERS = { q: null, suppressed: null } as const;

export const isFiltered = (get: (name: string) => string | null): boolean =>
  Boolean(get("q") || get("suppressed"));

/** The filters of the list. `total` is unknown if the address is not valid. */
export function ContactFilters({ total }: { total?: number | undefined }) {
  const t = useTranslations("contacts");
  const address = useAddress();
  return (
    <>
      <ListSearch label={t("list.search")} width={260} />
      <Select
        aria-label={t("list.suppression")}
        placeholder={t("list.anySuppression")}
        data={[
          { value: "true", label: t("list.suppressed") },
          { value: "false", label: t("list.notSuppressed") },
        ]}
        value={address.get("suppressed")}
        onChange={(suppressed) => address.set({ suppressed })}
        clearable
        clearButtonProps={{ "aria-label": t("list.anySuppression") }}
        w={210}
      />
      <ListFound
        filtered={isFiltered(address.get)}
        onClear={() => address.set(NO_FILTERS)}
        total={total}
        nouns={[t("noun.one"), t("noun.other")]}
      />
    </>
  );
}
