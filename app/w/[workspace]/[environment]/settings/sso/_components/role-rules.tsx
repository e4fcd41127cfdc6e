"use client";

import { ActionIcon, Button, Group, Select, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { ROLES, type SsoValues } from "./sso-values";

/** Which value of the attribute gives which role. The strongest that fits counts. */
export function RoleRules({ form }: { form: UseFormReturnType<SsoValues> }) {
  return (
    <>
      {form.values.rules.map((_, index) => (
        <Group key={form.key(`rules.${index}`)} align="flex-end" wrap="nowrap">
          <TextInput label={`Value ${index + 1}`} flex={1} {...form.getInputProps(`rules.${index}.value`)} />
          <Select
            label={`Role ${index + 1}`}
            data={[...ROLES]}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            w={140}
            {...form.getInputProps(`rules.${index}.role`)}
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={`Remove rule ${index + 1}`}
            onClick={() => form.removeListItem("rules", index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("rules", { value: "", role: "viewer" })}
        >
          Add a rule
        </Button>
      </Group>
    </>
  );
}
