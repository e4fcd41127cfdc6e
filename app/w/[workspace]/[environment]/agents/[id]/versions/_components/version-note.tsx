"use client";

import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { NO_VALUE } from "@/components/no-value";
import { Time } from "@/components/time";
import type { AgentVersionItem } from "@/lib/agents/agents/schema";

type Props = Pick<AgentVersionItem, "note" | "last_rollback"> & {
  /** Names of members by ID. */
  names: Readonly<Record<string, string>>;
};

/** The note of a version, and its latest rollback. */
export function VersionNote({ note, last_rollback: rollback, names }: Props) {
  const t = useTranslations("agents.versions");
  const nameOf = (id: string): string => names[id] ?? (id.startsWith("key_") ? t("key") : t("formerMember"));
  if (note === null && rollback === null) return NO_VALUE;
  return (
    <Stack gap={4} miw={200} maw={340}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }} {...(note === null && { c: "dimmed" })}>
        {note ?? t("noNote")}
      </Text>
      {rollback !== null && (
        <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
          {t.rich(rollback.note === null ? "rolledBack" : "rolledBackNote", {
            name: nameOf(rollback.created_by),
            note: rollback.note ?? "",
            time: () => <Time at={rollback.created_at} />,
          })}
        </Text>
      )}
    </Stack>
  );
}
