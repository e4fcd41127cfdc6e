"use client";

import {
  Box,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { AgentForm } from "./agent-form";
import { Section } from "./section";

const TYPES = ["string", "number", "boolean", "date", "time", "phone", "email", "choice"];
const CATEGORIES = [
  { value: "general", label: "General" },
  { value: "health", label: "Health (needs a BAA)" },
  { value: "financial", label: "Financial (needs a BAA)" },
];
const ROW = { borderTop: "1px solid var(--line-soft)" } as const;

type Props = { form: AgentForm; disabled: boolean };

/** `guarded`: variables that calls run and that only an admin may mark. */
export function Variables({ form, disabled, guarded }: Props & { guarded: ReadonlySet<string> }) {
  const add = () =>
    form.insertListItem("variables", {
      name: "",
      type: "string",
      description: "",
      required: true,
      sensitive: false,
      category: "general",
      choices: [],
    });
  return (
    <Section
      id="variables"
      disabled={disabled}
      description="What the agent finds out, in this order. Marking one sensitive acts at once, on the live agent too: its value is masked everywhere, also in what is stored."
    >
      {form.values.variables.map((variable, at) => (
        <VariableRow
          key={`variable-${String(at)}`}
          form={form}
          at={at}
          guarded={guarded.has(variable.name)}
        />
      ))}
      {form.values.variables.length === 0 && <Text size="sm">None: the agent asks for nothing.</Text>}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add a variable
        </Button>
      </Group>
    </Section>
  );
}

function VariableRow({ form, at, guarded }: { form: AgentForm; at: number; guarded: boolean }) {
  const path = `variables.${at}`;
  const variable = form.values.variables[at];
  if (variable === undefined) return null;
  const title = variable.name || `variable ${at + 1}`;
  return (
    <Box role="group" aria-label={title} pt="md" style={ROW}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput label="Name" placeholder="account_number" {...form.getInputProps(`${path}.name`)} />
          <Select label="Type" data={TYPES} allowDeselect={false} {...form.getInputProps(`${path}.type`)} />
          <TextInput
            label="How the agent calls it"
            placeholder="your account number"
            {...form.getInputProps(`${path}.description`)}
          />
          <Select
            label="Category"
            data={CATEGORIES}
            allowDeselect={false}
            {...form.getInputProps(`${path}.category`)}
          />
        </SimpleGrid>
        {variable.type === "choice" && (
          <TagsInput
            label="Choices"
            description="Enter after each"
            {...form.getInputProps(`${path}.choices`)}
          />
        )}
        <Group justify="space-between">
          <Group>
            <Switch label="Required" {...form.getInputProps(`${path}.required`, { type: "checkbox" })} />
            <Switch
              label={guarded ? "Sensitive (needs an admin)" : "Sensitive"}
              disabled={guarded}
              {...form.getInputProps(`${path}.sensitive`, { type: "checkbox" })}
            />
          </Group>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Remove ${title}`}
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => form.removeListItem("variables", at)}
          >
            Remove
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}

export function Outcomes({ form, disabled }: Props) {
  return (
    <Section
      id="outcomes"
      disabled={disabled}
      description="Every call ends with exactly one. Without any, they are completed and not_completed."
    >
      {form.values.outcomes.map(({ tag }, at) => (
        <Box
          key={`outcome-${String(at)}`}
          role="group"
          aria-label={tag || `outcome ${at + 1}`}
          pt="md"
          style={ROW}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="Tag" placeholder="booked" {...form.getInputProps(`outcomes.${at}.tag`)} />
            <TextInput label="Description" {...form.getInputProps(`outcomes.${at}.description`)} />
          </SimpleGrid>
          <Group justify="flex-end" mt="xs">
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={`Remove ${tag || `outcome ${at + 1}`}`}
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => form.removeListItem("outcomes", at)}
            >
              Remove
            </Button>
          </Group>
        </Box>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("outcomes", { tag: "", description: "" })}
        >
          Add an outcome
        </Button>
      </Group>
    </Section>
  );
}
