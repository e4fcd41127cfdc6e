"use client";

import { Fieldset, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PolicyFields } from "@/components/policy-fields";
import type { WorkspaceValues } from "./workspace-values";

type Props = { form: UseFormReturnType<WorkspaceValues>; disabled: boolean };

/** Defaults of a new agent. */
export function AgentDefaults({ form, disabled }: Props) {
  return (
    <Fieldset legend="New agents start from" disabled={disabled}>
      <Stack>
        <Text size="sm" c="dimmed">
          Agents that there are stay as they are: each has these settings of its own.
        </Text>
        <PolicyFields
          inputOf={(path, options) => form.getInputProps(`defaults.${path}`, options)}
          policy={form.values.defaults}
          announcementMax={1_000}
        />
      </Stack>
    </Fieldset>
  );
}
