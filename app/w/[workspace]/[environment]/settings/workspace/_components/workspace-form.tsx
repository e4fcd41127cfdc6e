"use client";

import { Box, Group, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { DemandBreaches } from "@/components/demand-breaches";
import { SubmitButton } from "@/components/submit-button";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { ZoneSelect } from "@/components/zone-select";
import type { DemandBreach } from "@/lib/data/subprocessors/schema";
import type { UpdateWorkspace, Workspace } from "@/lib/identity/workspaces/schema";
import { FieldsPanel } from "../../_components/fields-panel";
import { AgentDefaults } from "./agent-defaults";
import {
  type WorkspaceValues,
  workspaceBodyOf,
  workspaceProblemsOf,
  workspaceValuesOf,
} from "./workspace-values";

const EXAMPLE_URL = "https://pay.example.com";
const FORM_PX = 760;

type Props = {
  workspace: Workspace;
  /** Agents that conflict with required zero retention. */
  breaches: readonly DemandBreach[];
  mayChange: boolean;
};

/** The workspace's settings, read-only for members who cannot change them. */
export function WorkspaceForm({ workspace, breaches, mayChange }: Props) {
  const t = useTranslations("settings");
  const { busy, run } = useAction();
  const [revision, setRevision] = useState(workspace.revision);
  const form = useBodyForm<typeof UpdateWorkspace, WorkspaceValues>({
    loadSchema: async () => (await import("@/lib/identity/workspaces/schema")).UpdateWorkspace,
    initialValues: workspaceValuesOf(workspace),
    bodyOf: workspaceBodyOf,
    problemsOf: (values) => workspaceProblemsOf(t, values),
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
      { revision },
      (ifMatch) => api.patch("/v1/workspace", { body, ifMatch }),
      {
        done: t("workspace.saved"),
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
        <FieldsPanel title={t("general.title")} disabled={!mayChange}>
          <Stack>
            <TextInput
              label={t("general.name")}
              description={t("general.nameHelp")}
              maxLength={200}
              {...form.getInputProps("name")}
            />
            <ZoneSelect
              description={t("general.timeZoneHelp")}
              placeholder={t("general.timeZonePlaceholder")}
              clearable={false}
              {...form.getInputProps("timezone")}
            />
          </Stack>
        </FieldsPanel>
        <FieldsPanel title={t("payment.title")} disabled={!mayChange}>
          <Stack>
            <Text size="sm" c="dimmed">
              {t("payment.help")}
            </Text>
            <TextInput
              label={t("payment.page")}
              description={t("payment.pageHelp")}
              placeholder={EXAMPLE_URL}
              inputMode="url"
              spellCheck={false}
              {...form.getInputProps("payment.link_url")}
            />
            <TextInput
              label={t("payment.line")}
              description={t("payment.lineHelp")}
              placeholder="+12125550123"
              inputMode="tel"
              {...form.getInputProps("payment.ivr_number")}
            />
          </Stack>
        </FieldsPanel>
        <AgentDefaults form={form} disabled={!mayChange} />
        <FieldsPanel title={t("dataUse.title")} disabled={!mayChange}>
          <Switch
            label={t("dataUse.require")}
            description={t("dataUse.requireHelp")}
            {...form.getInputProps("require_zero_retention", { type: "checkbox" })}
          />
          {form.values.require_zero_retention && breaches.length > 0 && (
            <Box mt="md">
              <DemandBreaches breaches={breaches} />
            </Box>
          )}
        </FieldsPanel>
        <FieldsPanel title={t("callEncryption.title")} disabled={!mayChange}>
          <Switch
            label={t("callEncryption.require")}
            description={t("callEncryption.requireHelp")}
            {...form.getInputProps("require_call_encryption", { type: "checkbox" })}
          />
        </FieldsPanel>
        {mayChange && (
          <Group>
            <SubmitButton loading={busy}>{t("workspace.save")}</SubmitButton>
          </Group>
        )}
      </Stack>
    </form>
  );
}
