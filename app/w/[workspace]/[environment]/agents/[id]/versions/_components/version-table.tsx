"use client";

import { Anchor, Badge, Group, Text, VisuallyHidden } from "@mantine/core";
import { IconVersions } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type Column, DataTable } from "@/components/data-table";
import { Link } from "@/components/link";
import { Panel } from "@/components/panel";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import type { AgentVersionItem } from "@/lib/agents/agents/schema";
import type { Translator } from "@/messages/translator";
import { compareHref, type Side } from "../sides";
import { Creator } from "./creator";
import { MakeLive } from "./make-live";
import { RestoreDraft } from "./restore-draft";
import { VersionNote } from "./version-note";
import type { AgentVersionState } from "./version-state";

type Row = AgentVersionItem & { id: string };
type Props = {
  agent: AgentVersionState;
  page: { data: readonly AgentVersionItem[]; next_cursor: string | null };
  /** Names of the members who deployed these versions or rolled back to them. */
  names: Readonly<Record<string, string>>;
  /** The ID of the current member. */
  currentId: string;
  rights: { deploy: boolean; restore: boolean };
};

/** The default comparison: with the live version, or with the draft for the live version itself. */
const otherSide = ({ live_version }: AgentVersionState, version: number): Side =>
  live_version === null || live_version === version ? "draft" : live_version;

function columnsOf(t: Translator<"agents">, { agent, names, currentId, rights }: Props): Column<Row>[] {
  return [
    {
      id: "version",
      header: t("versions.column"),
      cell: ({ version, live }) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={500} style={{ whiteSpace: "nowrap" }}>
            {t("version", { version: String(version) })}
          </Text>
          {live && <Badge>{t("versions.live")}</Badge>}
        </Group>
      ),
    },
    {
      id: "note",
      header: t("versions.note"),
      cell: ({ note, last_rollback }) => (
        <VersionNote note={note} last_rollback={last_rollback} names={names} />
      ),
    },
    {
      id: "created_by",
      header: t("versions.createdBy"),
      cell: ({ created_by }) => (
        <Creator id={created_by} name={names[created_by]} isSelf={created_by === currentId} />
      ),
    },
    { id: "created_at", header: t("versions.createdAt"), cell: ({ created_at }) => <Time at={created_at} /> },
    {
      id: "actions",
      header: t("versions.actions"),
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
              {t.rich(comparedSide === "draft" ? "compare.linkDraft" : "compare.linkLive", {
                version: String(version),
                hidden: (text) => <VisuallyHidden component="span">{text}</VisuallyHidden>,
              })}
            </Anchor>
            {rights.restore && <RestoreDraft agent={agent} version={version} />}
            {rights.deploy && !live && <MakeLive agent={agent} version={version} />}
          </Group>
        );
      },
    },
  ];
}

/** The versions of an agent, newest first, with their actions. */
export function VersionTable(props: Props) {
  const t = useTranslations("agents");
  const { page } = props;
  return (
    <Panel title={t("versions.list")}>
      <DataTable
        label={t("versions.title")}
        columns={columnsOf(t, props)}
        page={{ ...page, data: page.data.map((version) => ({ ...version, id: String(version.version) })) }}
        minWidth={1_040}
        empty={
          <EmptyState
            title={t("versions.emptyTitle")}
            icon={<IconVersions size={30} stroke={1.5} aria-hidden />}
          >
            {t("versions.empty")}
          </EmptyState>
        }
      />
    </Panel>
  );
}
