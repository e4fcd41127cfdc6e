"use client";

import { ActionIcon, Button, Group, NumberInput, Select, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { METHODS, type ToolValues } from "./tool-form";

/** Seconds; the API's own limits. */
const TIMEOUT_S = { least: 0.1, most: 30 };
const MONO = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

export type CredentialChoice = { value: string; label: string };

type Props = { form: UseFormReturnType<ToolValues>; credentials: readonly CredentialChoice[] };

/** The request that a tool makes. */
export function RequestFields({ form, credentials }: Props) {
  const { method } = form.values.request;
  return (
    <Stack>
      <Group align="flex-start" gap="sm">
        <Select
          label="Method"
          w={120}
          data={[...METHODS]}
          allowDeselect={false}
          {...form.getInputProps("request.method")}
        />
        <TextInput
          label="URL"
          flex="1 1 260px"
          placeholder="https://shop.example.com/orders/{{order}}"
          description="Parameters stand in double braces. The host is fixed."
          inputWrapperOrder={["label", "input", "description", "error"]}
          spellCheck={false}
          styles={MONO}
          {...form.getInputProps("request.url")}
        />
      </Group>
      <Headers form={form} />
      {method !== "GET" && (
        <Textarea
          label="Body"
          description="JSON or a form, with parameters in double braces. Left empty, POST, PUT and PATCH send all parameters as JSON."
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          placeholder={'{ "order": "{{order}}" }'}
          styles={MONO}
          {...form.getInputProps("request.body")}
        />
      )}
      <Group align="flex-start" gap="sm">
        <Select
          label="Credential"
          flex="1 1 220px"
          description="Calls take the one of the same name in their environment."
          data={[{ value: "", label: "None" }, ...credentials]}
          allowDeselect={false}
          {...form.getInputProps("integration_id")}
        />
        <NumberInput
          label="Time limit, seconds"
          w={190}
          description="The caller waits meanwhile."
          min={TIMEOUT_S.least}
          max={TIMEOUT_S.most}
          {...form.getInputProps("timeout_s")}
        />
      </Group>
    </Stack>
  );
}

function Headers({ form }: Pick<Props, "form">) {
  return (
    <Stack gap="xs">
      {form.values.headers.map(({ name }, at) => (
        <Group key={form.key(`headers.${at}`)} align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            aria-label={`Name of header ${at + 1}`}
            placeholder="Accept-Language"
            flex={1}
            {...form.getInputProps(`headers.${at}.name`)}
          />
          <TextInput
            aria-label={`Value of header ${name || at + 1}`}
            placeholder="en"
            flex={2}
            {...form.getInputProps(`headers.${at}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove header ${name || at + 1}`}
            onClick={() => form.removeListItem("headers", at)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("headers", { name: "", value: "" })}
        >
          Add a header
        </Button>
      </Group>
    </Stack>
  );
}
