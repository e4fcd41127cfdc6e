"use client";

import type { SpotlightActionData } from "@mantine/spotlight";
import {
  IconAddressBook,
  IconChecklist,
  type IconKey,
  IconPhone,
  IconRobot,
  IconSpeakerphone,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { inWords } from "@/components/words";
import type { SearchKind } from "@/lib/data/search/schema";
import { PALETTE_ICON } from "./palette-icon";
import { selectFirstEntry } from "./palette-store";
import { useRecentRecords } from "./use-recent-records";
import { useRecordSearch } from "./use-record-search";

type Kind = {
  icon: typeof IconKey;
  hrefOf: (id: string, agentId: string | undefined) => string;
  hasStatus?: true;
};

const KINDS: Readonly<Record<SearchKind, Kind>> = {
  agent: { icon: IconRobot, hrefOf: (id) => `/agents/${id}`, hasStatus: true },
  call: { icon: IconPhone, hrefOf: (id) => `/calls/${id}` },
  contact: { icon: IconAddressBook, hrefOf: (id) => `/contacts/${id}` },
  campaign: { icon: IconSpeakerphone, hrefOf: (id) => `/campaigns/${id}`, hasStatus: true },
  suite: { icon: IconChecklist, hrefOf: (id, agentId) => `/agents/${agentId}/tests/${id}` },
  // Members have no page of one member.
  member: { icon: IconUsers, hrefOf: () => "/settings/members" },
};

type RecordActions = {
  /** Recently visited records, if the query is empty. */
  recent: SpotlightActionData[];
  records: SpotlightActionData[];
  isSearching: boolean;
};

/** The records of the palette: recently visited ones, or those that match the query. */
export function useRecordActions(query: string, go: (href: string) => Promise<void>): RecordActions {
  const t = useTranslations("shell");
  const recentRecords = useRecentRecords();
  const { records, isSearching } = useRecordSearch(query);
  useEffect(() => {
    if (records.length > 0) selectFirstEntry();
  }, [records]);
  const recent = query.trim() === "" ? recentRecords : [];
  return {
    recent: recent.map(({ kind, href, title }) => {
      const { icon: Icon } = KINDS[kind];
      return {
        id: href,
        label: title,
        description: t(`record.${kind}`),
        leftSection: <Icon {...PALETTE_ICON} />,
        onClick: () => void go(href),
      };
    }),
    records: records.map(({ kind, id, title, subtitle, agent_id }) => {
      const { icon: Icon, hrefOf, hasStatus } = KINDS[kind];
      const kindName = t(`record.${kind}`);
      return {
        id,
        label: title,
        description:
          subtitle === null
            ? kindName
            : t("recordHelp", { kind: kindName, subtitle: hasStatus ? inWords(subtitle) : subtitle }),
        // The server has matched the record, possibly by a text that the palette does not show.
        keywords: query,
        leftSection: <Icon {...PALETTE_ICON} />,
        onClick: () => void go(hrefOf(id, agent_id)),
      };
    }),
    isSearching,
  };
}
