"use client";

import {
  Checkbox,
  Group,
  Input,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { KINDS, parametersOf, schemaOf } from "./parameters";
import { AddRow, RemoveRow } from "./row-buttons";
import { parseJson, type ToolValues } from "./tool-form";

/** Parameters that the model fills in: as rows if they are simple, and always as JSON Schema. */
export function ParameterFields({ form }: { form: UseFormReturnType<ToolValues> }) {
  const t = useTranslations("tools.parameter");
  const { mode, rows, parameters } = form.values;
  const change = (next: string) => {
    if (next === "json")
      return form.setValues({ mode: "json", parameters: JSON.stringify(schemaOf(rows), null, 2) });
    const simple = parametersOf(parseJson(parameters));
    if (simple !== null) return form.setValues({ mode: "form", rows: simple });
    form.setFieldError("parameters", t("tooComplex"));
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={420}>
          {t("help")}
        </Text>
        <SegmentedControl
          value={mode}
          onChange={change}
          aria-label={t("format")}
          data={[
            { value: "form", label: t("list") },
            { value: "json", label: t("schema") },
          ]}
        />
      </Group>
      {mode === "form" ? (
        <Rows form={form} />
      ) : (
        <Textarea
          label={t("schema")}
          autosize
          minRows={8}
          maxRows={24}
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          {...form.getInputProps("parameters")}
        />
      )}
      {mode === "form" && form.errors.parameters && (
        <Input.Error role="alert">{form.errors.parameters}</Input.Error>
      )}
    </Stack>
  );
}

function Rows({ form }: { form: UseFormReturnType<ToolValues> }) {
  const t = useTranslations("tools.parameter");
  const types = KINDS.map((value) => ({ value, label: t(`types.${value}`) }));
  return (
    <>
      {form.values.rows.map(({ name }, at) => (
        // The name of a row changes while it is typed.
        <Paper
          key={form.key(`rows.${at}`)}
          withBorder
          p="sm"
          role="group"
          aria-label={t("group", { number: at + 1 })}
        >
          <Group align="flex-start" gap="sm">
            <TextInput label={t("name")} flex="1 1 160px" {...form.getInputProps(`rows.${at}.name`)} />
            <ChoiceSelect label={t("type")} w={150} data={types} {...form.getInputProps(`rows.${at}.type`)} />
            <Checkbox
              label={t("required")}
              mt={32}
              {...form.getInputProps(`rows.${at}.required`, { type: "checkbox" })}
            />
            <RemoveRow
              mt={25}
              label={t("remove", { name: name || String(at + 1) })}
              onClick={() => form.removeListItem("rows", at)}
            />
          </Group>
          <TextInput
            label={t("description")}
            mt="xs"
            placeholder={t("descriptionExample")}
            {...form.getInputProps(`rows.${at}.description`)}
          />
        </Paper>
      ))}
      <AddRow
        label={t("add")}
        onClick={() =>
          form.insertListItem("rows", { name: "", type: "string", description: "", required: true })
        }
      />
    </>
  );
}
