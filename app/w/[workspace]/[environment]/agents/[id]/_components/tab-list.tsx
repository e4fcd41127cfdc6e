"use client";

import { Tabs } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./builder.module.css";
import { TABS } from "./builder-tabs";
import { useDraft } from "./draft-context";
import { marksOf, type TabMarks } from "./tab-marks";

/** The tabs of the builder, each with its mark. `onPreload`: before one of them is selected. */
export function TabList({ onPreload }: { onPreload: () => void }) {
  const t = useTranslations("agents.tab");
  const marks = JSON.parse(useDraft((state) => JSON.stringify(marksOf(state)))) as TabMarks;
  return (
    <Tabs.List
      className={classes.tabs}
      aria-label={t("label")}
      onPointerEnter={onPreload}
      onFocus={onPreload}
    >
      {TABS.map(({ id }) => {
        const mark = marks[id];
        return (
          <Tabs.Tab key={id} value={id} className={classes.tab}>
            {t(id)}
            {mark === "problem" && <IconAlertCircle size={15} className={classes.problem} aria-hidden />}
            {mark === "unsaved" && <span className={classes.dot} aria-hidden />}
            {mark !== undefined && <span className={classes.hidden}>{t(mark)}</span>}
          </Tabs.Tab>
        );
      })}
    </Tabs.List>
  );
}
