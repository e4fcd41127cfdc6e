"use client";

import { Button, Popover } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type RefObject, useState } from "react";
import type { Changes, Filter, Get } from "./filter";
import { EDITOR_WIDTH, FilterEditor } from "./filter-editor";
import { OptionList } from "./option-list";

type Props = {
  filters: readonly Filter[];
  get: Get;
  onApply: (changes: Changes) => void;
  button: RefObject<HTMLButtonElement | null>;
};

/** Chooses a filter from a searchable list, then its value. */
export function AddFilter({ filters, get, onApply, button }: Props) {
  const t = useTranslations("common.filters");
  const [opened, setOpened] = useState(false);
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
        <Button
          ref={button}
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          onClick={() => change(!opened)}
        >
          {t("add")}
        </Button>
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
