"use client";

import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Translator } from "@/messages/translator";
import type { AgentForm, Offers } from "./agent-form";
import { Listen } from "./listen";
import { Section } from "./section";

const VARIABLE_EXAMPLE = "{{name}}";

type Props = { form: AgentForm; disabled: boolean };

/** The offered choices, plus the current value if it is no longer offered. */
function choicesOf(
  t: Translator<"agents">,
  offers: readonly { id: string; name: string }[],
  current: string | null,
) {
  const data = offers.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  return current === null || offers.some(({ id }) => id === current)
    ? data
    : [...data, { value: current, label: t("behavior.unavailable", { id: current }) }];
}

export function Basics({ form, disabled, models }: Props & Pick<Offers, "models">) {
  const t = useTranslations("agents");
  const model = models.find(({ id }) => id === form.values.model);
  return (
    <Section id="basics" disabled={disabled}>
      <TextInput label={t("field.name")} maxLength={200} {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t("field.type")}
          data={[
            { value: "voice", label: t("behavior.types.voice") },
            { value: "messaging", label: t("behavior.types.messaging") },
          ]}
          allowDeselect={false}
          {...form.getInputProps("type")}
        />
        <TextInput
          label={t("field.language")}
          description={t("behavior.languageHelp")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("language")}
        />
      </SimpleGrid>
      <Select
        label={t("field.model")}
        data={choicesOf(t, models, form.values.model)}
        allowDeselect={false}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...(model && { description: model.description })}
        {...form.getInputProps("model")}
      />
      <Select
        label={t("field.fallbackModel")}
        description={t("behavior.fallbackHelp")}
        data={choicesOf(
          t,
          models.filter(({ id }) => id !== form.values.model),
          form.values.fallback_model || null,
        )}
        clearable
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("fallback_model")}
        value={form.values.fallback_model || null}
        onChange={(id) => form.setFieldValue("fallback_model", id ?? "")}
      />
    </Section>
  );
}

/** The prompt and the greeting. The prompt refers to variables by their names. */
export function Prompt({ form, disabled }: Props) {
  const t = useTranslations("agents");
  const names = form.values.variables.map(({ name }) => name).filter((name) => name !== "");
  function insert(name: string): void {
    const node = form.getInputNode("prompt");
    const { prompt } = form.values;
    const [start, end] =
      node instanceof HTMLTextAreaElement
        ? [node.selectionStart, node.selectionEnd]
        : [prompt.length, prompt.length];
    form.setFieldValue("prompt", prompt.slice(0, start) + name + prompt.slice(end));
    requestAnimationFrame(() => {
      if (!(node instanceof HTMLTextAreaElement)) return;
      node.focus();
      node.setSelectionRange(start + name.length, start + name.length);
    });
  }
  return (
    <Section id="prompt" disabled={disabled}>
      <Textarea
        label={t("field.prompt")}
        autosize
        minRows={8}
        maxRows={24}
        maxLength={100_000}
        {...form.getInputProps("prompt")}
      />
      {names.length > 0 && (
        <div>
          <Text size="xs" c="dimmed" mb={6}>
            {t("behavior.promptHelp", { example: VARIABLE_EXAMPLE })}
          </Text>
          <Group gap={6}>
            {names.map((name) => (
              <Button
                key={name}
                size="compact-xs"
                variant="default"
                leftSection={<IconPlus size={12} aria-hidden />}
                aria-label={t("behavior.insert", { name })}
                onClick={() => insert(name)}
              >
                {name}
              </Button>
            ))}
          </Group>
        </div>
      )}
      <Textarea
        label={t("field.greeting")}
        description={t("behavior.greetingHelp")}
        autosize
        maxLength={2_000}
        {...form.getInputProps("greeting")}
      />
    </Section>
  );
}

/** The language of a voice, or nothing for a voice of several languages. */
const languageOf = ({ language }: Offers["voices"][number]): string => (language === "mul" ? "" : language);

export function VoicePart({
  form,
  disabled,
  voices,
  transcribers,
}: Props & Pick<Offers, "voices" | "transcribers">) {
  const t = useTranslations("agents");
  const { type, voice_id, transcriber: transcriberId } = form.values;
  const transcriber = transcribers.find(({ id }) => id === transcriberId);
  const voice = voices.find(({ id }) => id === voice_id);
  return (
    <Section id="voice" disabled={disabled}>
      {type === "voice" ? (
        <>
          <Select
            label={t("field.voice")}
            data={choicesOf(t, voices, voice_id)}
            allowDeselect={false}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...(voice && { description: `${voice.description} ${languageOf(voice)}` })}
            {...form.getInputProps("voice_id")}
          />
          <Listen key={voice_id} voice={voice_id} />
          <Select
            label={t("field.transcriber")}
            data={choicesOf(t, transcribers, transcriberId)}
            allowDeselect={false}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...(transcriber && { description: transcriber.description })}
            {...form.getInputProps("transcriber")}
          />
          <Text size="sm" c="dimmed">
            {t("behavior.transcriberHelp")}
          </Text>
        </>
      ) : (
        <Text size="sm">{t("behavior.noVoice")}</Text>
      )}
    </Section>
  );
}

export function Tools({ form, disabled, tools }: Props & Pick<Offers, "tools">) {
  const t = useTranslations("agents");
  const missing = form.values.tools.filter((name) => !tools.some((tool) => tool.name === name));
  const all = [...tools, ...missing.map((name) => ({ name, description: t("behavior.toolMissing") }))];
  const error = Object.entries(form.errors).find(([path]) => path.startsWith("tools"))?.[1];
  return (
    <Section id="tools" disabled={disabled} description={t("behavior.toolsHelp")}>
      <Checkbox.Group aria-label={t("behavior.tools")} {...form.getInputProps("tools")} error={error}>
        <Stack gap="sm">
          {all.map(({ name, description }) => (
            <Checkbox key={name} value={name} label={name} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={t("field.transferTo")}
        description={t("behavior.transferHelp")}
        type="tel"
        {...form.getInputProps("transfer_to")}
      />
    </Section>
  );
}
