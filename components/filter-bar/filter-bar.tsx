"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { ListSearch } from "../list-search";
import { useAddress } from "../use-address";
import { AddFilter } from "./add-filter";
import { type Filter, isActive, parametersOf, without } from "./filter";
import classes from "./filter-bar.module.css";
import { FilterChip } from "./filter-chip";

type Props = {
  filters: readonly Filter[];
  /** The name of the search field, for a list that has a search. */
  search?: string;
  /** The number of matching rows as a text: "2 calls". */
  count?: ReactNode;
};

/** The filters of a list: a search, a chip for each active filter, and a list of all. They are in the address. */
export function FilterBar({ filters, search, count }: Props) {
  const t = useTranslations("common.filters");
  const address = useAddress();
  const addButton = useRef<HTMLButtonElement>(null);
  const active = filters.filter((filter) => isActive(filter, address.get));
  const hasWords = search !== undefined && Boolean(address.get("q"));
  // The control that was pressed is removed with its filter.
  const remove = (names: readonly string[]) => {
    addButton.current?.focus();
    address.set(without(names));
  };
  return (
    <>
      {search !== undefined && <ListSearch label={search} width={240} />}
      <AddFilter filters={filters} get={address.get} onApply={address.set} button={addButton} />
      {active.length > 0 && (
        <ul className={classes.chips} aria-label={t("active")}>
          {active.map((filter) => (
            <li key={filter.id}>
              <FilterChip
                filter={filter}
                get={address.get}
                onApply={address.set}
                onRemove={() => remove(parametersOf(filter))}
              />
            </li>
          ))}
        </ul>
      )}
      {(active.length > 0 || hasWords) && (
        <Button
          variant="subtle"
          px="xs"
          onClick={() => remove(["q", ...filters.flatMap((filter) => parametersOf(filter))])}
        >
          {t("clear")}
        </Button>
      )}
      {count !== undefined && (
        <span className={classes.count} role="status">
          {count}
        </span>
      )}
    </>
  );
}
