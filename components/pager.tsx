"use client";

import { Button, Group, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useAddress } from "./use-address";

type Props = {
  /** Where the next page begins; null on the last. */
  next: string | null;
  total?: number | undefined;
};

/** Links to the previous and next page; nothing if there is only one. */
export function Pager({ next, total }: Props) {
  const t = useTranslations("common.pager");
  const address = useAddress();
  const isFirst = address.get("cursor") === null;
  if (isFirst && next === null) return null;
  return (
    <Group justify="space-between" component="nav" aria-label={t("label")}>
      <Text size="sm" c="dimmed">
        {total === undefined ? "" : t("total", { count: total })}
      </Text>
      <Group gap="xs">
        <Button variant="default" disabled={isFirst} onClick={() => address.previous()}>
          {t("previous")}
        </Button>
        <Button
          variant="default"
          disabled={next === null}
          loading={address.busy}
          onClick={() => next !== null && address.next(next)}
        >
          {t("next")}
        </Button>
      </Group>
    </Group>
  );
}
