"use client";

import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { mayLeave } from "@/components/unsaved-guard";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Environment } from "@/lib/platform/context";
import type { Role } from "@/lib/platform/context/roles";
import { pagesFor } from "./find-page";
import { PALETTE_ICON } from "./palette-icon";
import { palette, paletteStore } from "./palette-store";
import { useCommandActions } from "./use-command-actions";
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
  const go = async (href: string) => {
    if (await mayLeave()) router.push(href);
  };
  const { recent, records, isSearching } = useRecordActions(query, go);
  const commands = useCommandActions(environment, go);
  const pages: SpotlightActionData[] = pagesFor(role).map(({ id, href, icon: Icon }) => ({
    id: href,
    label: t(`page.${id}`),
    description: t(`pageHelp.${id}`),
    leftSection: <Icon {...PALETTE_ICON} />,
    onClick: () => void go(href),
  }));
  return (
    <Spotlight
      store={paletteStore}
      query={query}
      onQueryChange={setQuery}
      actions={[
        { group: t("palette.recent"), actions: recent },
        { group: t("palette.pages"), actions: pages },
        { group: t("palette.commands"), actions: commands },
        { group: t("palette.records"), actions: records },
      ]}
      nothingFound={isSearching ? t("palette.loading") : t("palette.empty")}
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
  );
}
