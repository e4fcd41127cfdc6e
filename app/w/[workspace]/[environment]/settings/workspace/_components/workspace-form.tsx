"use client";

import { Box, Button, Fieldset, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "@/components/api";
import { DemandBreaches } from "@/components/demand-breaches";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { ZoneSelect } from "@/components/zone-select";
import type { DemandBreach } from "@/lib/data/subprocessors/schema";
import { UpdateWorkspace, type Workspace } from "@/lib/identity/workspaces/schema";
import { AgentDefaults } from "./agent-defaults";
import {
  type WorkspaceValues,
  workspaceBodyOf,
  workspaceProblemsOf,
  workspaceValuesOf,
} from "./workspace-values";

const FORM_PX = 760;

type Props = {
  workspace: Workspace;
  /** Agents that conflict with required zero retention. */
  breaches: readonly DemandBreach[];
  mayChange: boolean;
};

/** The workspace's settings; who may not change them sees them as they are. */
export function WorkspaceForm({ workspace, breaches, mayChange }: Props) {
  const { busy, run } = useAction();
  const [revision, setRevision] = useState(workspace.revision);
  const form = useBodyForm<typeof UpdateWorkspace, WorkspaceValues>({
    schema: UpdateWorkspace,
    initialValues: workspaceValuesOf(workspace),
    bodyOf: workspaceBodyOf,
    problemsOf: workspaceProblemsOf,
  });
  /** Shows the workspace as stored, for example without the spaces around a value. */
  const show = (stored: Workspace) => {
    const values = workspaceValuesOf(stored);
    setRevision(stored.revision);
    form.setValues(values);
    form.resetDirty(values);
  };
  const conditional = useConditionalSave({
    run,
    noun: "workspace",
    read: () => api.get("/v1/workspace"),
    onLoad: show,
  });
  const save = form.onSend(async (body) => {
    const saved = await conditional.save(
      revision,
      (ifMatch) => api.patch("/v1/workspace", { body, ifMatch }),
      {
        done: "Saved.",
        form,
      },
    );
    if (saved !== null) show(saved);
  });
  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={mayChange && form.isDirty()} />
      {conditional.conflictDialog}
      <Stack gap="lg" maw={FORM_PX}>
        <Fieldset legend="General" disabled={!mayChange}>
          <Stack>
            <TextInput
              label="Name"
              description="Contacts read it where a keyword such as STOP is answered."
              maxLength={200}
              {...form.getInputProps("name")}
            />
            <ZoneSelect
              description="Moments that callers name are taken to be on this clock."
              placeholder="Choose a time zone"
              clearable={false}
              {...form.getInputProps("timezone")}
            />
          </Stack>
        </Fieldset>
        <Fieldset legend="Payment" disabled={!mayChange}>
          <Stack>
            <Text size="sm" c="dimmed">
              Agents never take card numbers themselves. They send the link, or put the caller through.
            </Text>
            <TextInput
              label="Payment page"
              description="An https address. The tool send_secure_payment_link texts it to whoever asks."
              placeholder="https://pay.example.com"
              inputMode="url"
              spellCheck={false}
              {...form.getInputProps("payment.link_url")}
            />
            <TextInput
              label="Payment line"
              description="The number of your automatic payment line, for transfer_to_payment_ivr."
              placeholder="+12125550123"
              inputMode="tel"
              {...form.getInputProps("payment.ivr_number")}
            />
          </Stack>
        </Fieldset>
        <AgentDefaults form={form} disabled={!mayChange} />
        <Fieldset legend="Data use" disabled={!mayChange}>
          <Switch
            label="Only providers that keep nothing"
            description="Agents with another model or voice cannot be deployed, and those that are begin no calls."
            {...form.getInputProps("require_zero_retention", { type: "checkbox" })}
          />
          {form.values.require_zero_retention && breaches.length > 0 && (
            <Box mt="md">
              <DemandBreaches breaches={breaches} />
            </Box>
          )}
        </Fieldset>
        {mayChange && (
          <Group>
            <Button type="submit" loading={busy}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
