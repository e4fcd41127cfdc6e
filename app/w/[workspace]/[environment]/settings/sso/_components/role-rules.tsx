"use client";

import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ChoiceSelect } from "@/components/choice-select";
import { ASSIGNABLE_ROLES, type SsoValues } from "./sso-values";

/** The role for each value of the attribute. The strongest matching role applies. */
export function RoleRules({ form }: { form: UseFormReturnType<SsoValues> }) {
  const t = useTranslations("sso.people");
  const tRole = useTranslations("access.role");
  return (
    <>
      {form.values.rules.map((_, index) => (
        <Group key={form.key(`rules.${index}`)} align="flex-end" wrap="nowrap">
          <TextInput
            label={t("value", { number: index + 1 })}
            flex={1}
            {...form.getInputProps(`rules.${index}.value`)}
          />
          <ChoiceSelect
            label={t("role", { number: index + 1 })}
            data={ASSIGNABLE_ROLES.map((role) => ({ value: role, label: tRole(role) }))}
            w={140}
            {...form.getInputProps(`rules.${index}.role`)}
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t("removeRule", { number: index + 1 })}
            onClick={() => form.removeListItem("rules", index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem("rules", { value: "", role: "viewer" })}
        >
          {t("addRule")}
        </Button>
      </Group>
    </>
  );
}
