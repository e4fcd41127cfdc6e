"use client";

import { Alert, Anchor, Stack, Text, Title } from "@mantine/core";
import { IconShieldCheck, IconShieldOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DemandBreaches } from "@/components/demand-breaches";
import { Link } from "@/components/link";
import type { Subprocessor, Subprocessors } from "@/lib/data/subprocessors/schema";
import { Provider } from "./provider";

const WIDTH_PX = 760;

const linkTo = (href: string) => (text: ReactNode) => (
  <Anchor component={Link} href={href} inherit underline="always">
    {text}
  </Anchor>
);

function Requirement({ isRequired, refused }: { isRequired: boolean; refused: number }) {
  const t = useTranslations("records.subprocessors");
  const link = linkTo("/settings/workspace");
  if (!isRequired)
    return (
      <Alert color="gray" icon={<IconShieldOff size={18} aria-hidden />} title={t("open")}>
        {t.rich("openHelp", { link })}
      </Alert>
    );
  return (
    <Alert
      color={refused === 0 ? "teal" : "yellow"}
      icon={<IconShieldCheck size={18} aria-hidden />}
      title={t("required")}
    >
      {refused === 0 ? t.rich("allMet", { link }) : t.rich("someRefused", { link })}
    </Alert>
  );
}

function Section({
  title,
  description,
  rows,
}: {
  title: string;
  description: string;
  rows: readonly Subprocessor[];
}) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <div>
        <Title order={2} fz={18}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
      </div>
      {rows.map((row) => (
        <Provider key={row.id} row={row} />
      ))}
    </Stack>
  );
}

/** Subprocessors and the data sent to them, grouped by who chose them. */
export function Providers({ subprocessors }: { subprocessors: Subprocessors }) {
  const t = useTranslations("records.subprocessors");
  const { data, breaches, require_zero_retention: isRequired } = subprocessors;
  const workspaceProviders = data.filter(({ chosen_by }) => chosen_by === "workspace");
  const otherProviders = data.filter(({ chosen_by }) => chosen_by !== "workspace");
  return (
    <Stack gap="xl" maw={WIDTH_PX}>
      <Requirement
        isRequired={isRequired}
        refused={workspaceProviders.filter(({ allowed }) => !allowed).length}
      />
      {isRequired && <DemandBreaches breaches={breaches} />}
      <Section
        title={t("workspace")}
        description={t(`workspaceHelp.${workspaceProviders.length === 0 ? "none" : "some"}`)}
        rows={workspaceProviders}
      />
      <Section title={t("installation")} description={t("installationHelp")} rows={otherProviders} />
      <Text size="sm" c="dimmed">
        {t.rich("other", { tools: linkTo("/tools"), webhooks: linkTo("/webhooks") })}
      </Text>
    </Stack>
  );
}
