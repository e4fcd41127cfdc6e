"use client";

import { useDisclosure } from "@mantine/hooks";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { mayLeave } from "@/components/unsaved-guard";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Environment } from "@/lib/platform/context";
import type { Role } from "@/lib/platform/context/roles";
import { pagesFor } from "./find-page";
import { emptyText, filterPalette } from "./palette-filter";
import { PALETTE_ICON } from "./palette-icon";
import { palette, paletteStore } from "./palette-store";
import { ShortcutHelp } from "./shortcut-help";
import { useAgentPageActions } from "./use-agent-page-actions";
import { useCommandActions } from "./use-command-actions";
import { useCreationActions } from "./use-creation-actions";
import { useRecordActions } from "./use-record-actions";

/** Maximum length of a search; longer than any name. */
const MAX_CHARS = 200;

type Props = {
  role: Role;
  environment: Environment;
  /** The number of times that it was asked for, each of which opens it. */
  requestCount: number;
  /** Returns what was typed before the palette was there. */
  readTyped: () => string;
};

/** The command palette: pages, records and commands. Opens with Ctrl-K or Cmd-K. */
export function Palette({ role, environment, requestCount, readTyped }: Props) {
  const t = useTranslations("shell");
  useEffect(() => {
    if (requestCount > 0) palette.open();
  }, [requestCount]);
  const router = useScopedRouter();
  const [query, setQuery] = useState(readTyped);
  const [isHelpOpen, shortcuts] = useDisclosure(false);
  const go = async (href: string) => {
    if (await mayLeave()) router.push(href);
  };
  const { recent, records, isSearching } = useRecordActions(query, go);
  const commands = useCommandActions(environment, go, shortcuts.open);
  const creations = useCreationActions(role, go);
  const agentPages = useAgentPageActions(query, go);
  const pages: SpotlightActionData[] = pagesFor(role).map(({ id, href, icon: Icon }) => ({
    id: href,
    label: t(`page.${id}`),
    description: t(`pageHelp.${id}`),
    keywords: t(`pageKeywords.${id}`),
    leftSection: <Icon {...PALETTE_ICON} />,
    onClick: () => void go(href),
  }));
  return (
    <>
      <Spotlight
        store={paletteStore}
        query={query}
        onQueryChange={setQuery}
        filter={filterPalette}
        // Mantine clears the query only after the closing animation, which does not end if the palette is opened again.
        onSpotlightClose={() => setQuery("")}
        actions={[
          { group: t("palette.recent"), actions: recent },
          { group: t("palette.pages"), actions: pages },
          { group: t("palette.commands"), actions: [...creations, ...commands] },
          { group: t("palette.records"), actions: records },
          { group: t("palette.agentPages"), actions: agentPages },
        ]}
        nothingFound={t(`palette.${emptyText(query, isSearching)}`)}
        scrollable
        maxHeight={440}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: "region", "aria-label": t("palette.results") },
        }}
        attributes={{ content: { "aria-label": t("palette.title") } }}
        // Mantine's paler description is too pale on the selected action (WCAG 2, 1.4.3).
        styles={{ actionDescription: { opacity: 1 } }}
        shortcut={["mod + K"]}
        // Works inside text fields too, as people who edit an agent are mostly in one.
        tagsToIgnore={[]}
        searchProps={{
          leftSection: <IconSearch {...PALETTE_ICON} />,
          placeholder: t("palette.placeholder"),
          "aria-label": t("palette.input"),
          maxLength: MAX_CHARS,
        }}
      />
      <ShortcutHelp opened={isHelpOpen} onClose={shortcuts.close} />
    </>
  );
}
