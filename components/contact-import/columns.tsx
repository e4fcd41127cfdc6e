"use client";

import { Code, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./columns.module.css";

/** The columns of a file, and the message that describes each. */
const COLUMNS = [
  ["phone", "phone"],
  ["name", "name"],
  ["timezone", "timezone"],
  ["attributes.plan", "attribute"],
  ["consent.informational.call", "consent"],
  ["consent_source", "consentSource"],
  ["consent_at", "consentAt"],
] as const;
const VARIABLE = ["variables.day", "variable"] as const;

/** The supported columns of a file. Source: docs/outreach.md, "Imports". */
export function Columns({ campaign }: { campaign: boolean }) {
  const t = useTranslations("contacts.columns");
  return (
    <details className={classes.columns}>
      <summary>{t("title")}</summary>
      <dl>
        {[...COLUMNS, ...(campaign ? [VARIABLE] : [])].map(([name, description]) => (
          <div key={name}>
            <dt>
              <Code fz="xs">{name}</Code>
            </dt>
            <dd>{t(description)}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {t("help")}
      </Text>
    </details>
  );
}
