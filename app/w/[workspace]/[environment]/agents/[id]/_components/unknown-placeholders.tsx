"use client";

import { Button, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { newVariable } from "./list-edit";
import { unknownNames } from "./placeholder-text";
import classes from "./template-field.module.css";
import { useList } from "./use-list";

/** More than these are seldom wrong at once, and each line has a button. */
const MAX_SHOWN = 8;

type Props = { text: string; names: readonly string[]; disabled: boolean };

/** Names in braces that are no variable of the agent, with a button that creates the variable. */
export function UnknownPlaceholders({ text, names, disabled }: Props) {
  const t = useTranslations("agents.templateField");
  const { add } = useList("variables");
  const unknown = unknownNames(text, names).slice(0, MAX_SHOWN);
  return (
    <div role="status">
      {unknown.map(({ name, isName }) => (
        <div key={name} className={classes.unknown}>
          <IconAlertTriangle size={15} aria-hidden />
          <Text size="xs" component="span">
            {isName ? t("unknown", { name }) : t("notName", { name })}
          </Text>
          {isName && !disabled && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t("createNamed", { name })}
              onClick={() => add(newVariable(name))}
            >
              {t("create")}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
