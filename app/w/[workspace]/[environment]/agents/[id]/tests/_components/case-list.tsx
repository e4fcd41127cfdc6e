"use client";

import { Button, Group, Text } from "@mantine/core";
import {
  IconAlertCircle,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ComponentType, useEffect, useState } from "react";
import { Panel } from "@/components/panel";
import { useChannelName } from "@/components/use-channel-name";
import { useRequested } from "@/components/use-requested";
import classes from "./case-list.module.css";
import { createTemplateCase } from "./case-templates";
import { type CaseValues, newCase, newKey } from "./suite-form";
import type { CaseEditorProps, SuiteForm } from "./suite-form-type";
import { TemplateMenu } from "./template-menu";

type Props = {
  form: SuiteForm;
  agent: CaseEditorProps["agent"];
  disabled: boolean;
  /** Whether the last case is open at first. */
  openLast: boolean;
};

const loadEditor = async (): Promise<ComponentType<CaseEditorProps>> =>
  (await import("./case-editor")).CaseEditor;

/** A name that no other case has: names are unique within a suite. */
function uniqueName(name: string, cases: readonly CaseValues[], format: (number: number) => string): string {
  const names = new Set(cases.map((row) => row.name));
  if (!names.has(name)) return name;
  let number = 2;
  while (names.has(format(number))) number++;
  return format(number);
}

/** The position of the first case with a problem. */
const firstProblemOf = (errors: object): number | null => {
  for (const path of Object.keys(errors)) {
    const [list, at] = path.split(".");
    if (list === "cases" && at !== undefined) return Number(at);
  }
  return null;
};

/** The cases of a suite as compact rows. A row opens the editor of its case, whose code is loaded with the first one. */
export function CaseList({ form, agent, disabled, openLast }: Props) {
  const t = useTranslations("suites");
  const channelName = useChannelName();
  const { cases } = form.getValues();
  const [openKey, setOpenKey] = useState(openLast ? (cases.at(-1)?.key ?? null) : null);
  const { Part: Editor, request, preload } = useRequested(loadEditor);
  useEffect(() => {
    if (openKey !== null) void request();
  }, [openKey, request]);
  const problemAt = firstProblemOf(form.errors);
  const problemKey = problemAt === null ? null : (cases[problemAt]?.key ?? null);
  // A problem opens its case, as its fields are not rendered before.
  useEffect(() => {
    if (problemKey !== null) setOpenKey(problemKey);
  }, [problemKey]);

  const copyName = (name: string) =>
    uniqueName(name, form.getValues().cases, (number) => t("cases.copy", { name, number: String(number) }));
  function add(row: CaseValues): void {
    form.insertListItem("cases", row);
    setOpenKey(row.key);
  }
  const duplicate = (row: CaseValues) =>
    add({
      ...structuredClone(row),
      key: newKey(),
      name: copyName(row.name),
    });

  return (
    <Panel
      title={t("cases.title")}
      actions={
        !disabled && (
          <Group gap="xs">
            <TemplateMenu
              onChoose={(template) =>
                add(
                  newCase({
                    ...createTemplateCase(template, agent.outcomes),
                    name: copyName(t(`template.${template}`)),
                  }),
                )
              }
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={15} aria-hidden />}
              onPointerEnter={preload}
              onClick={() => add(newCase())}
            >
              {t("cases.add")}
            </Button>
          </Group>
        )
      }
    >
      {cases.length === 0 && <Text size="sm">{t("cases.empty")}</Text>}
      <ul className={classes.list}>
        {cases.map((row, at) => {
          const name = row.name || t("cases.unnamed", { number: String(at + 1) });
          const isOpen = row.key === openKey;
          const hasProblem = Object.keys(form.errors).some((path) => path.startsWith(`cases.${at}.`));
          return (
            <li key={row.key}>
              <div className={classes.row}>
                <button
                  type="button"
                  className={classes.opener}
                  aria-expanded={isOpen}
                  aria-label={isOpen ? t("cases.close", { name }) : t("cases.edit", { name })}
                  onPointerEnter={preload}
                  onClick={() => setOpenKey(isOpen ? null : row.key)}
                >
                  {isOpen ? (
                    <IconChevronDown size={16} aria-hidden />
                  ) : (
                    <IconChevronRight size={16} aria-hidden />
                  )}
                  <span className={classes.name}>{name}</span>
                  {hasProblem && (
                    <IconAlertCircle
                      size={16}
                      className={classes.problem}
                      role="img"
                      aria-label={t("cases.problems")}
                    />
                  )}
                  <span className={classes.facts}>
                    {t(`case.callerType.${row.caller.type}`)} · {channelName(row.channel)} ·{" "}
                    {t("cases.checks", { count: row.checks.length })}
                  </span>
                </button>
                {!disabled && (
                  <>
                    <button
                      type="button"
                      className={classes.action}
                      aria-label={t("cases.duplicate", { name })}
                      onClick={() => duplicate(row)}
                    >
                      <IconCopy size={16} aria-hidden />
                    </button>
                    <button
                      type="button"
                      className={classes.action}
                      aria-label={t("cases.remove", { name })}
                      onClick={() => form.removeListItem("cases", at)}
                    >
                      <IconTrash size={16} aria-hidden />
                    </button>
                  </>
                )}
              </div>
              {isOpen && Editor !== null && (
                <div className={classes.editor}>
                  <Editor form={form} at={at} agent={agent} disabled={disabled} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
