"use client";

import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import type { ReasonCode } from "@/lib/contacts/policy/schema";
import type { PreflightExample } from "@/lib/outreach/campaigns/schema";
import classes from "./reason-list.module.css";
import { REASONS } from "./reasons";

type Props = {
  label: string;
  reasons: readonly { code: ReasonCode; count: number; examples?: readonly PreflightExample[] }[];
};

function Example({ contact_id: id, phone, message, until }: PreflightExample) {
  return (
    <li>
      <Anchor component={Link} href={`/contacts/${id}`} prefetch={false} inherit underline="always">
        {phone ?? "A contact without a number"}
      </Anchor>
      {`: ${message}`}
      {until !== null && (
        <>
          {" "}
          Until <Time at={until} />.
        </>
      )}
    </li>
  );
}

/** Reasons in plain words, the most frequent first, each with its count and some of whom it concerns. */
export function ReasonList({ label, reasons }: Props) {
  return (
    <ul className={classes.reasons} aria-label={label}>
      {reasons.map(({ code, count, examples = [] }) => (
        <li key={code}>
          <Stack gap={2}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge color="gray" miw="max-content">
                {count.toLocaleString("en")}
              </Badge>
              <Text size="sm" fw={500}>
                {REASONS[code].title}
              </Text>
            </Group>
            <Text size="sm" c="dimmed">
              {REASONS[code].outcome}
            </Text>
            {examples.length > 0 && (
              <ul className={classes.examples} aria-label={`Examples: ${REASONS[code].title}`}>
                {examples.map((example) => (
                  <Example key={example.contact_id} {...example} />
                ))}
              </ul>
            )}
          </Stack>
        </li>
      ))}
    </ul>
  );
}
