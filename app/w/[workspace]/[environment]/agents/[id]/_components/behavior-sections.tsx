"use client";

import { Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { AgentForm, Offers } from "./agent-form";
import { Listen } from "./listen";
import { Section } from "./section";

type Props = { form: AgentForm; disabled: boolean };

/** The offered choices, plus the current value if it is no longer offered. */
function choices(offers: readonly { id: string; name: string }[], set: string | null) {
  const data = offers.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }));
  return set === null || offers.some(({ id }) => id === set)
    ? data
    : [...data, { value: set, label: `${set} (not offered)` }];
}

export function Basics({ form, disabled, models }: Props & Pick<Offers, "models">) {
  const model = models.find(({ id }) => id === form.values.model);
  return (
    <Section id="basics" disabled={disabled}>
      <TextInput label="Name" maxLength={200} {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="Type"
          data={[
            { value: "voice", label: "Voice: phone and web" },
            { value: "messaging", label: "Messaging: text" },
          ]}
          allowDeselect={false}
          {...form.getInputProps("type")}
        />
        <TextInput
          label="Language"
          description="A tag that begins with en, such as en-US: agents in other languages cannot go live yet"
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("language")}
        />
      </SimpleGrid>
      <Select
        label="Model"
        data={choices(models, form.values.model)}
        allowDeselect={false}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...(model && { description: model.description })}
        {...form.getInputProps("model")}
      />
      <Select
        label="Fallback model"
        description="Answers where the model fails. Leave it empty for none."
        data={choices(
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

/** The prompt. Variables stand in it by their plain names, as the model knows them by these. */
export function Prompt({ form, disabled }: Props) {
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
        label="Prompt"
        autosize
        minRows={8}
        maxRows={24}
        maxLength={100_000}
        {...form.getInputProps("prompt")}
      />
      {names.length > 0 && (
        <div>
          <Text size="xs" c="dimmed" mb={6}>
            Insert the name of a variable where the text cursor is. {"{{name}}"} is replaced by its value
            where that is known before the call.
          </Text>
          <Group gap={6}>
            {names.map((name) => (
              <Button
                key={name}
                size="compact-xs"
                variant="default"
                leftSection={<IconPlus size={12} aria-hidden />}
                aria-label={`Insert ${name}`}
                onClick={() => insert(name)}
              >
                {name}
              </Button>
            ))}
          </Group>
        </div>
      )}
      <Textarea
        label="Greeting"
        description="Said after the disclosure. Leave it empty for none."
        autosize
        maxLength={2_000}
        {...form.getInputProps("greeting")}
      />
    </Section>
  );
}

/** A provider's voice may speak many; which, its provider says. */
const languageOf = ({ language }: Offers["voices"][number]): string => (language === "mul" ? "" : language);

export function VoicePart({
  form,
  disabled,
  voices,
  transcribers,
}: Props & Pick<Offers, "voices" | "transcribers">) {
  const { type, voice_id, transcriber: heardBy } = form.values;
  const transcriber = transcribers.find(({ id }) => id === heardBy);
  const voice = voices.find(({ id }) => id === voice_id);
  return (
    <Section id="voice" disabled={disabled}>
      {type === "voice" ? (
        <>
          <Select
            label="Voice"
            data={choices(voices, voice_id)}
            allowDeselect={false}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...(voice && { description: `${voice.description} ${languageOf(voice)}` })}
            {...form.getInputProps("voice_id")}
          />
          <Listen key={voice_id} voice={voice_id} />
          <Select
            label="Transcriber"
            data={choices(transcribers, heardBy)}
            allowDeselect={false}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...(transcriber && { description: transcriber.description })}
            {...form.getInputProps("transcriber")}
          />
          <Text size="sm" c="dimmed">
            Others come with a provider that an admin connects under Integrations. Where one fails in a call,
            the built-in one goes on.
          </Text>
        </>
      ) : (
        <Text size="sm">A messaging agent has no voice.</Text>
      )}
    </Section>
  );
}

export function Tools({ form, disabled, tools }: Props & Pick<Offers, "tools">) {
  const missing = form.values.tools.filter((name) => !tools.some((tool) => tool.name === name));
  const all = [...tools, ...missing.map((name) => ({ name, description: "There is no tool of this name." }))];
  const error = Object.entries(form.errors).find(([path]) => path.startsWith("tools"))?.[1];
  return (
    <Section id="tools" disabled={disabled} description="What the agent can do while it talks.">
      <Checkbox.Group aria-label="Tools" {...form.getInputProps("tools")} error={error}>
        <Stack gap="sm">
          {all.map(({ name, description }) => (
            <Checkbox key={name} value={name} label={name} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label="Number for a human"
        description="Where transfer_to_human leads. International form, such as +12125550123."
        type="tel"
        {...form.getInputProps("transfer_to")}
      />
    </Section>
  );
}
