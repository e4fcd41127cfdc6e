"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { useScopedRouter } from "@/components/use-scoped-router";
import { TEMPLATES, type Template } from "./templates";

const BLANKS: readonly Template[] = [
  {
    id: "blank_voice",
    agent: { name: "", type: "voice", voice_id: "builtin:slt", prompt: "" },
  },
  {
    id: "blank_messaging",
    agent: { name: "", type: "messaging", prompt: "" },
  },
];
const CHOICES = [...TEMPLATES, ...BLANKS];

/** The form that creates an agent from a template or a blank agent, and opens it. */
export function NewAgentForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations("agents");
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const first = CHOICES[0];
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/agents/agents/schema")).CreateAgent,
    bodyOf: ({ name, template }) => ({ ...CHOICES.find(({ id }) => id === template)?.agent, name }),
    initialValues: { name: first?.agent.name ?? "", template: String(first?.id ?? "") },
    problemsOf: ({ name }) => ({ name: name.trim() === "" ? t("create.nameMissing") : null }),
  });

  function choose(id: string): void {
    const isTemplateName = CHOICES.some(({ agent }) => agent.name === form.values.name);
    const name = CHOICES.find((template) => template.id === id)?.agent.name ?? "";
    form.setValues({ template: id, ...((isTemplateName || form.values.name === "") && { name }) });
  }

  const create = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/agents", { body }), {
      form,
      refresh: false,
    });
    if (result.ok) router.push(`/agents/${result.data.id}`);
  });

  return (
    <form onSubmit={create} noValidate>
      <Stack>
        <Radio.Group label={t("create.template")} value={form.values.template} onChange={choose}>
          <Stack gap="sm" mt={6}>
            {CHOICES.map(({ id }) => (
              <Radio
                key={id}
                value={id}
                data-autofocus={id === form.values.template || undefined}
                label={t(`template.${id}`)}
                description={t(`templateHelp.${id}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput label={t("create.name")} maxLength={200} {...form.getInputProps("name")} />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("create.action")}
        </FormButtons>
      </Stack>
    </form>
  );
}
