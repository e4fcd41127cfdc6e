"use client";

import { IconX } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useHydrated } from "../use-hydrated";
import { openerProps, useRequested } from "../use-requested";
import { chipText } from "./chip-text";
import type { Changes, Filter, Get } from "./filter";
import classes from "./filter-bar.module.css";
import { useOptions } from "./use-options";

type Props = { filter: Filter; get: Get; onApply: (changes: Changes) => void; onRemove: () => void };

const loadEditor = async () => (await import("./chip-editor")).ChipEditor;

/** An active filter. Its text opens the editor. */
export function FilterChip({ filter, get, onApply, onRemove }: Props) {
  const t = useTranslations("common.filters");
  const format = useFormatter();
  const isInBrowser = useHydrated();
  const editor = useRequested(loadEditor);
  const texts = { t, format, zone: ({ zone }: { zone: "local" | "utc" }) => (isInBrowser ? zone : "utc") };
  const options = useOptions(filter.kind === "choice" ? filter.options : undefined);
  const text = chipText(texts, filter, get, options);
  return (
    <span className={classes.chip}>
      {editor.Part === null ? (
        <button type="button" className={classes.text} {...openerProps("dialog", editor)}>
          {text}
        </button>
      ) : (
        <editor.Part text={text} filter={filter} get={get} onApply={onApply} />
      )}
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
