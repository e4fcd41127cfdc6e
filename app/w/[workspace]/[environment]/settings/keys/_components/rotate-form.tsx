"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceSelect } from "@/components/choice-select";

/** Validity of the previous key in minutes. */
const OVERLAPS = ["0", "60", "1440", "10080"] as const;

type Props = { onRotate: (overlapMinutes: number) => Promise<void>; onDone: () => void };

/** Rotates a key. Both keys work during the overlap. */
export function RotateForm({ onRotate, onDone }: Props) {
  const t = useTranslations("access.keyRotate");
  const tCommon = useTranslations("common");
  const [overlap, setOverlap] = useState<string>("0");
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await onRotate(Number(overlap));
    setBusy(false);
    onDone();
  };
  return (
    <Stack>
      <Text size="sm">{t("help")}</Text>
      <ChoiceSelect
        label={t("overlap")}
        data={OVERLAPS.map((minutes) => ({ value: minutes, label: t(`overlaps.${minutes}`) }))}
        value={overlap}
        onChange={(value) => setOverlap(value ?? "0")}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {tCommon("cancel")}
        </Button>
        <Button onClick={act} loading={busy}>
          {t("confirm")}
        </Button>
      </Group>
    </Stack>
  );
}
