"use client";

import { ActionIcon, Button, Group } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";

type Props = { label: string; onClick: () => void };

/** Removes a row of a list of inputs. `mt`: margin above, beside inputs with labels. */
export function RemoveRow({ label, onClick, mt = 0 }: Props & { mt?: number }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" mt={mt} aria-label={label} onClick={onClick}>
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Adds a row to a list of inputs. */
export function AddRow({ label, onClick, disabled = false }: Props & { disabled?: boolean }) {
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={disabled}
        onClick={onClick}
      >
        {label}
      </Button>
    </Group>
  );
}
