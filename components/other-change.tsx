"use client";

import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { changedFields } from "./changed-fields";
import { type LastChange, readLastChange } from "./last-change";
import { Time } from "./time";

type Props = {
  /** The author and the time; null if the member cannot see them. */
  change: LastChange | null;
  fields: readonly string[];
};

/** Reads the author and the time of a record's last change, and the fields that differ from what the page displays. */
export async function readOtherChange(baseline: object, latest: { id: string }): Promise<Props> {
  return { change: await readLastChange(latest.id), fields: changedFields(baseline, latest) };
}

/** The change that stands against the member's: its author, its time and the fields that differ. */
export function OtherChange({ change, fields }: Props) {
  const t = useTranslations("common.conflict");
  const format = useFormatter();
  if (change === null && fields.length === 0) return null;
  return (
    <Text size="sm" mt="xs">
      {change !== null &&
        t.rich("lastChange", {
          author: change.name ?? t(`author.${change.actor.type}`),
          time: () => <Time at={change.at} as="ago" />,
        })}{" "}
      {fields.length > 0 && t("fields", { fields: format.list(fields) })}
    </Text>
  );
}
