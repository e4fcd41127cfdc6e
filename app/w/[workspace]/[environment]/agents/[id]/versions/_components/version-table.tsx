"use client";

import { Anchor, Badge, Group, Paper, Text, VisuallyHidden } from "@mantine/core";
import { IconVersions } from "@tabler/icons-react";
import { type Column, DataTable } from "@/components/data-table";
import { Link } from "@/components/link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { AgentVersionItem } from "@/lib/agents/agents/schema";
import { compareHref, type Side } from "../sides";
import { MakeLive } from "./make-live";
import { RestoreDraft } from "./restore-draft";
import type { AgentVersionState } from "./standing";

type Row = AgentVersionItem & { id: string };
type Props = {
  agent: AgentVersionState;
  page: { data: readonly AgentVersionItem[]; next_cursor: string | null };
  /** Names of the members who deployed these versions. */
  names: Readonly<Record<string, string>>;
  /** The id of the person who looks. */
  self: string;
  rights: { deploy: boolean; restore: boolean };
};

/** Creator of a version: a member's name, an API key's ID, or Parley. */
function Maker({ id, name, isSelf }: { id: string; name: string | undefined; isSelf: boolean }) {
  if (name !== undefined)
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="sm">{name}</Text>
        {isSelf && <Badge>You</Badge>}
      </Group>
    );
  if (id.startsWith("mem_")) return <Text size="sm">A former member</Text>;
  if (!id.startsWith("key_")) return <Badge color="gray">Parley</Badge>;
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color="gray">Key</Badge>
      <Text size="xs" ff="monospace" miw={130} style={{ overflowWrap: "anywhere" }}>
        {id}
      </Text>
    </Group>
  );
}

/** The default comparison: with the live version, or with the draft for the live version itself. */
const otherSide = ({ live_version }: AgentVersionState, version: number): Side =>
  live_version === null || live_version === version ? "draft" : live_version;

function columnsOf({ agent, names, self, rights }: Props): Column<Row>[] {
  return [
    {
      id: "version",
      header: "Version",
      cell: ({ version, live }) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={500} style={{ whiteSpace: "nowrap" }}>
            Version {version}
          </Text>
          {live && <Badge>Live</Badge>}
        </Group>
      ),
    },
    {
      id: "created_by",
      header: "First deployed by",
      cell: ({ created_by }) => (
        <Maker id={created_by} name={names[created_by]} isSelf={created_by === self} />
      ),
    },
    { id: "created_at", header: "When", cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: "actions",
      header: "Actions",
      cell: ({ version, live }) => {
        const comparedSide = otherSide(agent, version);
        return (
          <Group gap="sm" wrap="nowrap">
            <Anchor
              component={Link}
              href={compareHref(agent.id, version, comparedSide)}
              prefetch={false}
              size="sm"
              style={{ whiteSpace: "nowrap" }}
            >
              Compare
              <VisuallyHidden component="span">
                {` version ${version} with ${comparedSide === "draft" ? "the draft" : "the live one"}`}
              </VisuallyHidden>
            </Anchor>
            {rights.restore && <RestoreDraft agent={agent} version={version} />}
            {rights.deploy && !live && <MakeLive agent={agent} version={version} />}
          </Group>
        );
      },
    },
  ];
}

/** The versions of an agent, newest first, with what one does with each. */
export function VersionTable(props: Props) {
  const { page } = props;
  return (
    <Paper withBorder p="md">
      <DataTable
        label="Versions"
        columns={columnsOf(props)}
        page={{ ...page, data: page.data.map((version) => ({ ...version, id: String(version.version) })) }}
        minWidth={820}
        empty={
          <EmptyState title="No version yet" icon={<IconVersions size={30} stroke={1.5} aria-hidden />}>
            Deploying the draft makes the first one.
          </EmptyState>
        }
      />
    </Paper>
  );
}
