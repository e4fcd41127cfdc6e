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
import { useTranslations } from "next-intl";
import type { AgentForm } from "./agent-form";
import { Section } from "./section";

const TYPES = ["string", "number", "boolean", "date", "time", "phone", "email", "choice"] as const;
const CATEGORIES = ["general", "health", "financial"] as const;
const ROW = { borderTop: "1px solid var(--line-soft)" } as const;

type Props = { form: AgentForm; disabled: boolean };

/** `guarded`: variables of the live agent that only an admin can mark as sensitive. */
export function Variables({ form, disabled, guarded }: Props & { guarded: ReadonlySet<string> }) {
  const t = useTranslations("agents.variables");
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
    <Section id="variables" disabled={disabled} description={t("help")}>
      {form.values.variables.map((variable, at) => (
        <VariableRow
          key={`variable-${String(at)}`}
          form={form}
          at={at}
          guarded={guarded.has(variable.name)}
        />
      ))}
      {form.values.variables.length === 0 && <Text size="sm">{t("empty")}</Text>}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {t("add")}
        </Button>
      </Group>
    </Section>
  );
}

function VariableRow({ form, at, guarded }: { form: AgentForm; at: number; guarded: boolean }) {
  const t = useTranslations("agents");
  const path = `variables.${at}`;
  const variable = form.values.variables[at];
  if (variable === undefined) return null;
  const title = variable.name || t("variables.unnamed", { number: at + 1 });
  return (
    <Box role="group" aria-label={title} pt="md" style={ROW}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t("field.name")}
            placeholder={t("variables.nameExample")}
            {...form.getInputProps(`${path}.name`)}
          />
          <Select
            label={t("field.type")}
            data={TYPES.map((value) => ({ value, label: t(`variableType.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps(`${path}.type`)}
          />
          <TextInput
            label={t("field.description")}
            placeholder={t("variables.descriptionExample")}
            {...form.getInputProps(`${path}.description`)}
          />
          <Select
            label={t("field.category")}
            data={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
            allowDeselect={false}
            {...form.getInputProps(`${path}.category`)}
          />
        </SimpleGrid>
        {variable.type === "choice" && (
          <TagsInput
            label={t("field.choices")}
            description={t("variables.choicesHelp")}
            {...form.getInputProps(`${path}.choices`)}
          />
        )}
        <Group justify="space-between">
          <Group>
            <Switch
              label={t("field.required")}
              {...form.getInputProps(`${path}.required`, { type: "checkbox" })}
            />
            <Switch
              label={guarded ? t("variables.sensitiveLocked") : t("field.sensitive")}
              disabled={guarded}
              {...form.getInputProps(`${path}.sensitive`, { type: "checkbox" })}
            />
          </Group>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={t("variables.removeNamed", { name: title })}
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => form.removeListItem("variables", at)}
          >
            {t("variables.remove")}
          </Button>
        </Group>
      </Stack>
    </Box>
  );
}

export function Outcomes({ form, disabled }: Props) {
  const t = useTranslations("agents");
  const titleOf = (tag: string, at: number) => tag || t("outcomes.unnamed", { number: at + 1 });
  return (
    <Section id="outcomes" disabled={disabled} description={t("outcomes.help")}>
      {form.values.outcomes.map(({ tag }, at) => (
        <Box key={`outcome-${String(at)}`} role="group" aria-label={titleOf(tag, at)} pt="md" style={ROW}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              label={t("field.tag")}
              placeholder={t("outcomes.tagExample")}
              {...form.getInputProps(`outcomes.${at}.tag`)}
            />
            <TextInput label={t("field.description")} {...form.getInputProps(`outcomes.${at}.description`)} />
          </SimpleGrid>
          <Group justify="flex-end" mt="xs">
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t("variables.removeNamed", { name: titleOf(tag, at) })}
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => form.removeListItem("outcomes", at)}
            >
              {t("variables.remove")}
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
          {t("outcomes.add")}
        </Button>
      </Group>
    </Section>
  );
}
