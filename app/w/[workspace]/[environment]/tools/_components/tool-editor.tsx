"use client";

import { Fieldset, Group, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { FewLines } from "@/components/few-lines";
import { Panel } from "@/components/panel";
import { SubmitButton } from "@/components/submit-button";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useConditionalSave } from "@/components/use-conditional-save";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { CreateTool, Tool } from "@/lib/agents/tools/schema";
import { ParameterFields } from "./parameter-fields";
import { type CredentialChoice, RequestFields } from "./request-fields";
import { ResponseFields } from "./response-fields";
import { bodyOf, fieldOf, problemsOf, type ToolValues, valuesOf } from "./tool-form";

type Props = {
  /** Null for a new tool. */
  tool: Tool | null;
  credentials: readonly CredentialChoice[];
  /** If false, the form is read-only. */
  mayWrite: boolean;
};

/** The form of an HTTP tool. Changes apply immediately, also to live agents. */
export function ToolEditor({ tool: first, credentials, mayWrite }: Props) {
  const t = useTranslations("tools");
  const tProblem = useTranslations("tools.problem");
  const [tool, setTool] = useState(first);
  const router = useScopedRouter();
  const { busy, run } = useAction();
  const form = useBodyForm<typeof CreateTool, ToolValues>({
    loadSchema: async () => (await import("@/lib/agents/tools/schema")).CreateTool,
    initialValues: valuesOf(first),
    bodyOf,
    problemsOf: (values) => problemsOf(tProblem, values),
    fieldOf,
  });

  const show = (stored: Tool) => {
    const values = valuesOf(stored);
    setTool(stored);
    form.setValues(values);
    form.resetDirty(values);
  };
  const conditional = useConditionalSave({
    run,
    noun: "tool",
    read: () => api.get("/v1/tools/:id", { params: { id: tool?.id ?? "" } }),
    onLoad: show,
  });
  const save = form.onSend(async (body) => {
    if (tool === null) {
      const created = await run(() => api.post("/v1/tools", { body }), {
        form: form.messages,
        done: t("edit.created"),
        refresh: false,
      });
      if (created.ok) router.push(`/tools/${created.data.id}`);
      return;
    }
    const { id } = tool;
    const saved = await conditional.save(
      tool,
      (ifMatch) => api.patch("/v1/tools/:id", { params: { id }, body, ifMatch }),
      { form: form.messages, done: t("edit.saved") },
    );
    if (saved !== null) show(saved);
  });

  return (
    <form onSubmit={save} noValidate>
      <UnsavedGuard dirty={mayWrite && form.isDirty()} />
      {conditional.conflictDialog}
      <Fieldset variant="unstyled" disabled={!mayWrite}>
        <Stack gap="lg">
          <Panel title={t("edit.definition")}>
            <Stack>
              <TextInput
                label={t("edit.name")}
                description={t("edit.nameHelp")}
                placeholder={t("edit.nameExample")}
                maxLength={64}
                spellCheck={false}
                {...form.getInputProps("name")}
              />
              <FewLines
                label={t("edit.purpose")}
                description={t("edit.purposeHelp")}
                placeholder={t("edit.purposeExample")}
                maxLength={2_000}
                {...form.getInputProps("description")}
              />
            </Stack>
          </Panel>
          <Panel title={t("edit.parameters")}>
            <ParameterFields form={form} />
          </Panel>
          <Panel title={t("edit.request")}>
            <RequestFields form={form} credentials={credentials} />
          </Panel>
          <Panel title={t("edit.response")}>
            <ResponseFields form={form} />
          </Panel>
          {mayWrite && (
            <Group>
              <SubmitButton loading={busy} disabled={tool !== null && !form.isDirty()}>
                {tool === null ? t("create") : t("edit.save")}
              </SubmitButton>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  );
}
