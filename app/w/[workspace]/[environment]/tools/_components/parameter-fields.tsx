"use client";

import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { KINDS, parametersOf, schemaOf } from "./parameters";
import { parsed, type ToolValues } from "./tool-form";

const LABELS = { string: "Text", number: "Number", integer: "Whole number", boolean: "Yes or no" };
const TYPES = KINDS.map((value) => ({ value, label: LABELS[value] }));

/** Parameters that the model fills in: as rows if they are simple, and always as JSON Schema. */
export function ParameterFields({ form }: { form: UseFormReturnType<ToolValues> }) {
  const { mode, rows, parameters } = form.values;
  const change = (next: string) => {
    if (next === "json")
      return form.setValues({ mode: "json", parameters: JSON.stringify(schemaOf(rows), null, 2) });
    const simple = parametersOf(parsed(parameters));
    if (simple !== null) return form.setValues({ mode: "form", rows: simple });
    form.setFieldError("parameters", "This says more than the list can show. It can be edited here only.");
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={420}>
          What the agent has to know before it runs the tool. It asks the caller for what is missing.
        </Text>
        <SegmentedControl
          value={mode}
          onChange={change}
          aria-label="How to write the parameters"
          data={[
            { value: "form", label: "List" },
            { value: "json", label: "JSON Schema" },
          ]}
        />
      </Group>
      {mode === "form" ? (
        <Rows form={form} />
      ) : (
        <Textarea
          label="JSON Schema"
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
  return (
    <>
      {form.values.rows.map(({ name }, at) => (
        // A row has no name that stays: one is typing it.
        <Paper key={form.key(`rows.${at}`)} withBorder p="sm" role="group" aria-label={`Parameter ${at + 1}`}>
          <Group align="flex-start" gap="sm">
            <TextInput label="Name" flex="1 1 160px" {...form.getInputProps(`rows.${at}.name`)} />
            <Select
              label="Type"
              w={150}
              data={TYPES}
              allowDeselect={false}
              {...form.getInputProps(`rows.${at}.type`)}
            />
            <Checkbox
              label="Required"
              mt={32}
              {...form.getInputProps(`rows.${at}.required`, { type: "checkbox" })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              mt={25}
              aria-label={`Remove parameter ${name || at + 1}`}
              onClick={() => form.removeListItem("rows", at)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <TextInput
            label="What it is"
            mt="xs"
            placeholder="The order's number, as on the invoice"
            {...form.getInputProps(`rows.${at}.description`)}
          />
        </Paper>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            form.insertListItem("rows", { name: "", type: "string", description: "", required: true })
          }
        >
          Add a parameter
        </Button>
      </Group>
    </>
  );
}
