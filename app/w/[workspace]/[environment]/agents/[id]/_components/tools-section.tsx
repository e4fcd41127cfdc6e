"use client";

import { Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Offers } from "./agent-form";
import { useDraft, useField, useInput } from "./draft-context";
import rows from "./rows.module.css";
import { Section } from "./section";
import { TransferTargets } from "./transfer-targets";

type Props = { disabled: boolean } & Pick<Offers, "tools">;

/** One row for each tool that the agent can use, and the people to whom calls are transferred. */
export function ToolsSection({ disabled, tools }: Props) {
  const t = useTranslations("agents");
  const { value: selected, set } = useField("tools");
  const transfer = useInput("transfer_to");
  const error = useDraft(
    ({ problems }) => Object.entries(problems).find(([path]) => path.startsWith("tools"))?.[1],
  );
  const missing = selected.filter((name) => !tools.some((tool) => tool.name === name));
  const all = [...tools, ...missing.map((name) => ({ name, description: t("behavior.toolMissing") }))];
  const toggle = (name: string) =>
    set(
      selected.includes(name)
        ? selected.filter((selectedName) => selectedName !== name)
        : [...selected, name],
    );
  return (
    <Section id="tools" disabled={disabled} description={t("behavior.toolsHelp")}>
      <ul className={rows.list} aria-label={t("behavior.tools")}>
        {all.map(({ name, description }) => (
          <li key={name}>
            <label className={rows.tool}>
              <input
                type="checkbox"
                className={rows.check}
                data-path="tools"
                checked={selected.includes(name)}
                onChange={() => toggle(name)}
              />
              <span className={rows.toolName}>{name}</span>
              <Text size="sm" c="dimmed" component="span">
                {description}
              </Text>
            </label>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <TextInput
        label={t("field.transferTo")}
        description={t("behavior.transferHelp")}
        type="tel"
        maw={320}
        {...transfer}
        onChange={(event) => transfer.onChange(event.currentTarget.value)}
      />
      <TransferTargets />
    </Section>
  );
}
