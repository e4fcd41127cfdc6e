"use client";

import { Alert, Anchor, Stack, Text, Title } from "@mantine/core";
import { IconShieldCheck, IconShieldOff } from "@tabler/icons-react";
import { DemandBreaches } from "@/components/demand-breaches";
import { Link } from "@/components/link";
import type { Subprocessor, Subprocessors } from "@/lib/data/subprocessors/schema";
import { Provider } from "./provider";

const WIDTH_PX = 860;

function Demand({ demanded, refused }: { demanded: boolean; refused: number }) {
  const settings = (
    <Anchor component={Link} href="/settings/workspace" inherit underline="always">
      Workspace settings
    </Anchor>
  );
  if (!demanded)
    return (
      <Alert color="gray" icon={<IconShieldOff size={18} aria-hidden />} title="Any provider may be used">
        An admin can demand in the {settings} that only providers that keep nothing are used.
      </Alert>
    );
  return (
    <Alert
      color={refused === 0 ? "teal" : "yellow"}
      icon={<IconShieldCheck size={18} aria-hidden />}
      title="Only providers that keep nothing are used"
    >
      {refused === 0
        ? "Every model, voice and transcriber that is connected is known to keep nothing."
        : "What is marked below is used by no agent: none can be deployed with it, and no conversation takes it."}{" "}
      The demand is in the {settings}.
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
  const { data, breaches, require_zero_retention: demanded } = subprocessors;
  const workspaceProviders = data.filter(({ chosen_by }) => chosen_by === "workspace");
  const otherProviders = data.filter(({ chosen_by }) => chosen_by !== "workspace");
  return (
    <Stack gap="xl" maw={WIDTH_PX}>
      <Demand demanded={demanded} refused={workspaceProviders.filter(({ allowed }) => !allowed).length} />
      {demanded && <DemandBreaches breaches={breaches} />}
      <Section
        title="Connected by this workspace"
        description={
          workspaceProviders.length === 0
            ? "None. Nothing of a conversation is sent to anybody for its model, its voice or its transcriber."
            : "Each by an account and a contract of your own. Whether one keeps nothing is what your contract says, and what was said here when it was connected."
        }
        rows={workspaceProviders}
      />
      <Section
        title="This installation"
        description="What Parley itself runs on here, and what whoever runs it has set up."
        rows={otherProviders}
      />
      <Text size="sm" c="dimmed">
        Your own tools and webhooks are systems of yours: see{" "}
        <Anchor component={Link} href="/tools" inherit underline="always">
          Tools
        </Anchor>{" "}
        and{" "}
        <Anchor component={Link} href="/webhooks" inherit underline="always">
          Webhooks
        </Anchor>
        . Card numbers are given to nobody: they are taken out before anything is kept or sent on.
      </Text>
    </Stack>
  );
}
