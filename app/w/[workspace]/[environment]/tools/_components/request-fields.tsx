"use client";

import { Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { NumberInput } from "@/components/number-input";
import { METHODS } from "@/lib/agents/tools/values";
import { RetryFields } from "./retry-fields";
import { AddRow, RemoveRow } from "./row-buttons";
import type { ToolValues } from "./tool-form";

/** The limits of the API, in seconds. */
const TIMEOUT_S = { min: 0.1, max: 30 };
const URL_EXAMPLE = "https://shop.example.com/orders/{{order}}";
const BODY_EXAMPLE = '{ "order": "{{order}}" }';
const PARAMETER_EXAMPLE = "{{order}}";
const HEADER_EXAMPLE = { name: "Accept-Language", value: "en" };
const MONO = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

export type CredentialChoice = { value: string; label: string };

type Props = { form: UseFormReturnType<ToolValues>; credentials: readonly CredentialChoice[] };

/** The HTTP request of a tool. */
export function RequestFields({ form, credentials }: Props) {
  const t = useTranslations("tools.request");
  const { method } = form.values.request;
  return (
    <Stack>
      <Group align="flex-start" gap="sm">
        <ChoiceSelect
          label={t("method")}
          w={120}
          data={[...METHODS]}
          {...form.getInputProps("request.method")}
        />
        <TextInput
          label={t("url")}
          flex="1 1 260px"
          placeholder={URL_EXAMPLE}
          description={t("urlHelp", { example: PARAMETER_EXAMPLE })}
          inputWrapperOrder={["label", "input", "description", "error"]}
          spellCheck={false}
          styles={MONO}
          {...form.getInputProps("request.url")}
        />
      </Group>
      <Headers form={form} />
      {method !== "GET" && (
        <Textarea
          label={t("body")}
          description={t("bodyHelp")}
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          placeholder={BODY_EXAMPLE}
          styles={MONO}
          {...form.getInputProps("request.body")}
        />
      )}
      <Group align="flex-start" gap="sm">
        <ChoiceSelect
          label={t("credential")}
          flex="1 1 220px"
          description={t("credentialHelp")}
          data={[{ value: "", label: t("credentialNone") }, ...credentials]}
          {...form.getInputProps("integration_id")}
        />
        <NumberInput
          label={t("timeout")}
          w={190}
          description={t("timeoutHelp")}
          min={TIMEOUT_S.min}
          max={TIMEOUT_S.max}
          {...form.getInputProps("timeout_s")}
        />
      </Group>
      <RetryFields form={form} />
    </Stack>
  );
}

function Headers({ form }: Pick<Props, "form">) {
  const t = useTranslations("tools.request");
  return (
    <Stack gap="xs">
      {form.values.headers.map(({ name }, at) => (
        <Group key={form.key(`headers.${at}`)} align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t("headerName", { number: at + 1 })}
            placeholder={HEADER_EXAMPLE.name}
            flex={1}
            {...form.getInputProps(`headers.${at}.name`)}
          />
          <TextInput
            aria-label={t("headerValue", { name: name || String(at + 1) })}
            placeholder={HEADER_EXAMPLE.value}
            flex={2}
            {...form.getInputProps(`headers.${at}.value`)}
          />
          <RemoveRow
            label={t("removeHeader", { name: name || String(at + 1) })}
            onClick={() => form.removeListItem("headers", at)}
          />
        </Group>
      ))}
      <AddRow
        label={t("addHeader")}
        onClick={() => form.insertListItem("headers", { name: "", value: "" })}
      />
    </Stack>
  );
}
