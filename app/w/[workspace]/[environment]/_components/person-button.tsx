import { Avatar, Group, Text, UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import classes from "./shell.module.css";

type Props = ComponentProps<"button"> & { person: { name: string; email: string } };

/** The button that opens the person's menu. */
export function PersonButton({ person, ...button }: Props) {
  const t = useTranslations("shell.account");
  return (
    <UnstyledButton
      {...button}
      className={`${classes.workspace} ${classes.pressable}`}
      aria-label={t("label", { name: person.name })}
    >
      <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
        <Avatar name={person.name} color="gray" size={32} radius="xl" aria-hidden />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={500} truncate>
            {person.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {person.email}
          </Text>
        </div>
      </Group>
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
}
