"use client";

import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { decisionReasonText } from "@/components/decision-reason-text";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import { useScope } from "@/components/use-scope";
import type { ReasonCode } from "@/lib/contacts/policy/schema";
import type { PreflightExample } from "@/lib/outreach/campaigns/schema";
import type { CarrierGap } from "./carrier-gap";
import classes from "./reason-list.module.css";

type Props = {
  label: string;
  reasons: readonly { code: ReasonCode; count: number; examples?: readonly PreflightExample[] }[];
  /** The missing part of the carrier, if known. */
  carrierGap?: CarrierGap | null;
};

const linkTo = (href: string) => (text: ReactNode) => (
  <Anchor component={Link} href={href} prefetch={false} inherit underline="always">
    {text}
  </Anchor>
);
const SETUP_LINKS = { integrations: linkTo("/integrations"), numbers: linkTo("/phone-numbers") };

function Example({ contact_id: id, phone, name, until, ...reason }: PreflightExample) {
  const t = useTranslations("campaigns");
  const tReason = useTranslations("policy.reason");
  return (
    <li>
      {t.rich(until === null ? "reason.example" : "reason.exampleUntil", {
        message: decisionReasonText(tReason, reason),
        contact: linkTo(`/contacts/${id}`),
        name: phone === null ? t("deletedContact") : [name, phone].filter(Boolean).join(" "),
        time: () => <Time at={until ?? ""} />,
      })}
    </li>
  );
}

/** The result of a reason for the contact, and the next step. Source: docs/outreach.md, "The decision". */
function Outcome({ code, carrierGap }: { code: ReasonCode; carrierGap: CarrierGap | null }) {
  const t = useTranslations("campaigns.reason");
  const scope = useScope();
  if (code === "outside_window" && scope?.environment === "test") return t("testHours");
  if (code !== "carrier_unavailable") return t(`outcome.${code}`);
  return carrierGap === null
    ? t.rich("outcome.carrier_unavailable", SETUP_LINKS)
    : t.rich(`carrier.${carrierGap}`, SETUP_LINKS);
}

/** Reasons against contact, the most frequent first, each with its count and examples. */
export function ReasonList({ label, reasons, carrierGap = null }: Props) {
  const t = useTranslations("campaigns.reason");
  const format = useFormatter();
  return (
    <ul className={classes.reasons} aria-label={label}>
      {reasons.map(({ code, count, examples = [] }) => (
        <li key={code}>
          <Stack gap={2}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Badge color="gray" miw="max-content">
                {format.number(count)}
              </Badge>
              <Text size="sm" fw={500}>
                {t(`title.${code}`)}
              </Text>
            </Group>
            <Text size="sm" c="dimmed">
              <Outcome code={code} carrierGap={carrierGap} />
            </Text>
            {examples.length > 0 && (
              <ul className={classes.examples} aria-label={t("examples", { title: t(`title.${code}`) })}>
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
