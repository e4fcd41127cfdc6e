"use client";

import { Code, Text } from "@mantine/core";
import classes from "./columns.module.css";

type Column = { name: string; description: string };

const COLUMNS: readonly Column[] = [
  { name: "phone", description: "the number; the only one that is needed" },
  { name: "name", description: "what they are called" },
  { name: "timezone", description: "such as America/New_York, where the number does not tell it" },
  { name: "attributes.plan", description: "what else is known, under any name behind the dot" },
  {
    name: "consent.informational.call",
    description: "granted or revoked; also telemarketing, recording, and text",
  },
  { name: "consent_source", description: "where that row's consent comes from" },
  { name: "consent_at", description: "when it was given, such as 2026-06-30" },
];
const VARIABLE: Column = {
  name: "variables.day",
  description: "a value of the agent's variable that is known beforehand",
};

/** Which columns of a file are understood. Source: docs/outreach.md, "Imports". */
export function Columns({ campaign }: { campaign: boolean }) {
  return (
    <details className={classes.columns}>
      <summary>Columns that are understood</summary>
      <dl>
        {[...COLUMNS, ...(campaign ? [VARIABLE] : [])].map(({ name, description }) => (
          <div key={name}>
            <dt>
              <Code fz="xs">{name}</Code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        In any order; other columns are left out. Rows of one number are merged, and who is a contact already
        is updated.
      </Text>
    </details>
  );
}
