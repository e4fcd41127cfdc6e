"use client";

import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Tooltip } from "@/components/tooltip";
import classes from "./test.module.css";

export type TestMode = "text" | "voice";

type ModeProps = { mode: TestMode; isLocked: boolean; onMode: (mode: TestMode) => void };

/** Text or voice. It is locked during a call, which continues in its own mode. */
export function ModeChoice({ mode, isLocked, onMode }: ModeProps) {
  const t = useTranslations("agents.test");
  return (
    <SegmentedControl
      size="xs"
      className={classes.choice ?? ""}
      aria-label={t("mode")}
      value={mode}
      disabled={isLocked}
      onChange={(value) => onMode(value as TestMode)}
      data={[
        { value: "text", label: t("text") },
        { value: "voice", label: t("voice") },
      ]}
    />
  );
}

type VersionProps = {
  isDraft: boolean;
  liveVersion: number;
  isLocked: boolean;
  onDraft: (isDraft: boolean) => void;
};

/** Draft or live version. It is locked while a conversation runs. */
export function VersionChoice({ isDraft, liveVersion, isLocked, onDraft }: VersionProps) {
  const t = useTranslations("agents.test");
  return (
    <div className={classes.version}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t("version")}
        value={isDraft ? "draft" : "live"}
        disabled={isLocked}
        onChange={(value) => onDraft(value === "draft")}
        data={[
          { value: "draft", label: t("draft") },
          { value: "live", label: t("live", { version: String(liveVersion) }) },
        ]}
      />
    </div>
  );
}

type RunProps = { onRestart: (() => void) | null; onEnd: (() => void) | null };

/** Starts the conversation again, or ends it. */
export function RunControls({ onRestart, onEnd }: RunProps) {
  const t = useTranslations("agents.test");
  return (
    <div className={classes.run}>
      {onRestart !== null && (
        <Tooltip label={t("startNew")}>
          <ActionIcon variant="default" size={30} aria-label={t("startNew")} onClick={onRestart}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onEnd !== null && (
        <Button size="xs" variant="default" onClick={onEnd}>
          {t("end")}
        </Button>
      )}
    </div>
  );
}
