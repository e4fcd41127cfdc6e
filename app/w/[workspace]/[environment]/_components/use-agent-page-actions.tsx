"use client";

import type { SpotlightActionData } from "@mantine/spotlight";
import { IconChecklist, IconGauge, type IconKey, IconVersions } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import { namesPage } from "./palette-filter";
import { PALETTE_ICON } from "./palette-icon";

/** As many as stay readable in the palette. Other agents are found by their names. */
const AGENTS_SHOWN = { limit: "5" };

/** The pages of an agent below its own. Their labels are `shell.palette.agentPage.<id>`. */
const PAGES = {
  tests: IconChecklist,
  scores: IconGauge,
  versions: IconVersions,
} as const satisfies Record<string, typeof IconKey>;
const PAGE_IDS = Object.keys(PAGES) as (keyof typeof PAGES)[];

type NamedAgent = { id: string; name: string };

/** The newest agents, once a page of an agent was typed. */
function useNewestAgents(isNeeded: boolean): readonly NamedAgent[] {
  const [agents, setAgents] = useState<readonly NamedAgent[]>([]);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    api
      .get("/v1/agents", { query: AGENTS_SHOWN, signal: controller.signal })
      .then(({ data }) => setAgents(data))
      .catch((error: unknown) => {
        // The other entries of the palette do not need the list.
        if (!controller.signal.aborted && !(error instanceof ApiError)) throw error;
      });
    return () => controller.abort();
  }, [isNeeded]);
  return agents;
}

/** The tests, scores and versions of the newest agents, if the query has a word of such a page. */
export function useAgentPageActions(
  query: string,
  go: (href: string) => Promise<void>,
): SpotlightActionData[] {
  const t = useTranslations("shell.palette");
  const pages = PAGE_IDS.filter((page) => namesPage(query, t(`agentPageKeywords.${page}`)));
  const agents = useNewestAgents(pages.length > 0);
  return pages.flatMap((page) => {
    const Icon = PAGES[page];
    return agents.map(({ id, name }) => ({
      id: `/agents/${id}/${page}`,
      label: t(`agentPage.${page}`, { agent: name }),
      keywords: t(`agentPageKeywords.${page}`),
      leftSection: <Icon {...PALETTE_ICON} />,
      onClick: () => void go(`/agents/${id}/${page}`),
    }));
  });
}
