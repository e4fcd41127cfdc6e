"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AddFilterButton, type AddFilterProps } from "./add-filter-button";
import { FilterEditor } from "./filter-editor";
import { FilterPopover, useFilterPopover } from "./filter-popover";
import { OptionList } from "./option-list";

/** The list of filters, then the editor of one. Opens when it is loaded. */
export function FilterList({ filters, get, onApply, button }: AddFilterProps) {
  const t = useTranslations("common.filters");
  const popover = useFilterPopover(button);
  const [filterId, setFilterId] = useState<string | null>(null);
  const selected = filters.find(({ id }) => id === filterId);
  const change = (next: boolean) => {
    popover.change(next);
    if (next) setFilterId(null);
  };
  return (
    <FilterPopover
      opened={popover.opened}
      onChange={change}
      button={<AddFilterButton ref={button} onClick={() => change(!popover.opened)} />}
    >
      {selected === undefined ? (
        <OptionList
          label={t("find")}
          options={filters.map(({ id, label }) => ({ value: id, label }))}
          onSelect={setFilterId}
        />
      ) : (
        <FilterEditor
          key={selected.id}
          filter={selected}
          get={get}
          onApply={(changes) => {
            change(false);
            onApply(changes);
          }}
        />
      )}
    </FilterPopover>
  );
}
