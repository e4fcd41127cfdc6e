"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Option } from "./filter";
import classes from "./filter-bar.module.css";

/** Keys that move the active option, by the number of options. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

const matches = (words: string, { label }: Option): boolean =>
  label.toLowerCase().includes(words.trim().toLowerCase());

type Props = {
  /** Name of the search field. */
  label: string;
  options: readonly Option[];
  selected?: string | null;
  onSelect: (value: string) => void;
};

/** A searchable list of options (a combobox of WAI-ARIA whose list is always open). It has the focus from the start. */
export function OptionList({ label, options, selected = null, onSelect }: Props) {
  const t = useTranslations("common.filters");
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const matching = options.filter((option) => matches(words, option));
  const activeAt = Math.min(at, matching.length - 1);
  const active = matching[activeAt];
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move !== undefined && matching.length > 0) setAt(move(at, matching.length));
    else if (event.key !== "Enter") return;
    else if (active !== undefined) onSelect(active.value);
    event.preventDefault();
  };
  return (
    <div className={classes.choices}>
      <input
        ref={input}
        className={classes.search}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && `${listId}-${activeAt}`}
        placeholder={label}
        autoComplete="off"
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={listId} role="listbox" aria-label={label} className={classes.options}>
        {matching.map(({ value, label: text }, position) => (
          <button
            key={value}
            type="button"
            role="option"
            tabIndex={-1}
            id={`${listId}-${position}`}
            data-at={position}
            data-active={position === activeAt || undefined}
            aria-selected={value === selected}
            className={classes.option}
            onClick={() => onSelect(value)}
          >
            {text}
          </button>
        ))}
      </div>
      {matching.length === 0 && (
        <p className={classes.none} role="status">
          {t("noOptions")}
        </p>
      )}
    </div>
  );
}
