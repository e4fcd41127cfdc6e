"use client";

import { Button, Group, Paper, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { immediateMarks } from "./draft-changes";
import { useDraft, useDraftStore } from "./draft-context";
import { type DraftState, summarize } from "./draft-store";

const partsOf = (state: DraftState): string => {
  const { recording, transcript } = summarize(state).immediate;
  const parts = { recording: recording !== undefined, transcript: transcript !== undefined };
  return JSON.stringify({ ...parts, marks: immediateMarks(state) });
};
type Parts = { recording: boolean; transcript: boolean; marks: string[] };

type Props = { isLive: boolean; isBusy: boolean; onSave: () => void };

/** Asks to save changes that take effect without a deploy. They are never saved automatically. */
export function ImmediateBar({ isLive, isBusy, onSave }: Props) {
  const t = useTranslations("agents.immediate");
  const format = useFormatter();
  const store = useDraftStore();
  const json = useDraft(partsOf);
  const { recording, transcript, marks } = useMemo(() => JSON.parse(json) as Parts, [json]);
  const parts = [
    ...(recording ? [t("recording")] : []),
    ...(transcript ? [t("transcript")] : []),
    ...(marks.length > 0 ? [t("marks", { names: format.list(marks) })] : []),
  ];
  if (parts.length === 0) return null;
  const list = format.list(parts);
  return (
    <Paper
      withBorder
      p="sm"
      pos="sticky"
      bottom={12}
      role="region"
      aria-label={t("title")}
      style={{ zIndex: 5 }}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" flex="1 1 260px">
          {isLive ? t("live", { list }) : t("draft", { list })}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={isBusy} onClick={store.discardImmediate}>
            {t("undo")}
          </Button>
          <Button size="xs" loading={isBusy} onClick={onSave}>
            {isLive ? t("apply") : t("save")}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
