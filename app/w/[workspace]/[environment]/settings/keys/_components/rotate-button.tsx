"use client";

import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Modal } from "@/components/modal";

/** How long the previous key remains valid, in minutes. */
const OVERLAPS = ["0", "60", "1440", "10080"] as const;

type Props = { name: string; onRotate: (overlapMinutes: number) => Promise<void> };

/** Rotates a key. Both keys work during the overlap. */
export function RotateButton({ name, onRotate }: Props) {
  const t = useTranslations("access.keyRotate");
  const tCommon = useTranslations("common");
  const [opened, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState<string>("0");
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await onRotate(Number(overlap));
    setBusy(false);
    close();
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t("of", { name })}>
        {t("action")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("title", { name })} centered>
        <Stack>
          <Text size="sm">{t("help")}</Text>
          <Select
            label={t("overlap")}
            data={OVERLAPS.map((minutes) => ({ value: minutes, label: t(`overlaps.${minutes}`) }))}
            value={overlap}
            allowDeselect={false}
            onChange={(value) => setOverlap(value ?? "0")}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {tCommon("cancel")}
            </Button>
            <Button onClick={act} loading={busy}>
              {t("confirm")}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
