"use client";

import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";

/** How long the previous key remains valid, in minutes. */
const OVERLAPS = [
  { value: "0", label: "Not at all: it stops at once" },
  { value: "60", label: "1 hour" },
  { value: "1440", label: "1 day" },
  { value: "10080", label: "1 week" },
];

type Props = { name: string; onRotate: (overlapMinutes: number) => Promise<void> };

/** Gives a key a new text, with a time in which both work. */
export function RotateButton({ name, onRotate }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const [overlap, setOverlap] = useState("0");
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await onRotate(Number(overlap));
    setBusy(false);
    close();
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={`Rotate ${name}`}>
        Rotate
      </Button>
      <Modal opened={opened} onClose={close} title={`Rotate ${name}?`} centered>
        <Stack>
          <Text size="sm">It gets a new text, which is shown once. Role, environment and expiry stay.</Text>
          <Select
            label="The former text goes on working for"
            data={OVERLAPS}
            value={overlap}
            allowDeselect={false}
            onChange={(value) => setOverlap(value ?? "0")}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button onClick={act} loading={busy}>
              Rotate the key
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
