"use client";

import { Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { useHydrated } from "../use-hydrated";
import { chipText } from "./chip-text";
import type { Changes, Filter, Get } from "./filter";
import classes from "./filter-bar.module.css";
import { EDITOR_WIDTH, FilterEditor } from "./filter-editor";
import { useOptions } from "./use-options";

type Props = { filter: Filter; get: Get; onApply: (changes: Changes) => void; onRemove: () => void };

/** An active filter. Its text opens the editor. */
export function FilterChip({ filter, get, onApply, onRemove }: Props) {
  const t = useTranslations("common.filters");
  const format = useFormatter();
  const isInBrowser = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  // The editor takes the focus when it opens, before the popover could note where it was.
  const [opened, { close, toggle, open }] = useDisclosure(false, { onClose: () => button.current?.focus() });
  const texts = { t, format, zone: ({ zone }: { zone: "local" | "utc" }) => (isInBrowser ? zone : "utc") };
  const options = useOptions(filter.kind === "choice" ? filter.options : undefined);
  const text = chipText(texts, filter, get, options);
  return (
    <span className={classes.chip}>
      <Popover
        opened={opened}
        onChange={(next) => (next ? open() : close())}
        position="bottom-start"
        trapFocus
        shadow="md"
        width={EDITOR_WIDTH}
      >
        <Popover.Target>
          <button ref={button} type="button" className={classes.text} onClick={toggle}>
            {text}
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterEditor
            filter={filter}
            get={get}
            onApply={(changes) => {
              close();
              onApply(changes);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <button
        type="button"
        className={classes.remove}
        aria-label={t("remove", { label: filter.label })}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}
