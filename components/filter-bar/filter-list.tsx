"use client";

import { Popover } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useOpenAtMount } from "../use-requested";
import { AddFilterButton, type AddFilterProps } from "./add-filter-button";
import { EDITOR_WIDTH, FilterEditor } from "./filter-editor";
import { OptionList } from "./option-list";

/** The list of filters, then the editor of one. Opens when it is loaded. */
export function FilterList({ filters, get, onApply, button }: AddFilterProps) {
  const t = useTranslations("common.filters");
  const [opened, setOpened] = useOpenAtMount(button);
  const [filterId, setFilterId] = useState<string | null>(null);
  const selected = filters.find(({ id }) => id === filterId);
  const change = (next: boolean) => {
    setOpened(next);
    if (next) setFilterId(null);
    // The editor takes the focus when it opens, before the popover could note where it was.
    else button.current?.focus();
  };
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-start"
      trapFocus
      shadow="md"
      width={EDITOR_WIDTH}
    >
      <Popover.Target>
        <AddFilterButton ref={button} onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown>
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
      </Popover.Dropdown>
    </Popover>
  );
}
