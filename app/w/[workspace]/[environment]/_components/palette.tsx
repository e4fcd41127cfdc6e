"use client";

import { useMantineColorScheme } from "@mantine/core";
import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconBook, IconLogout, IconMoon, IconSearch, IconSwitchHorizontal } from "@tabler/icons-react";
import { mayLeave } from "@/components/unsaved-guard";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Environment } from "@/lib/platform/context";
import type { Role } from "@/lib/platform/context/roles";
import { pagesFor } from "./find-place";
import { leave } from "./person-menu";
import { useSwitchScope } from "./use-switch-scope";

/** The command palette: pages and commands. Opens with Ctrl-K or Cmd-K. */
export function Palette({ role, environment }: { role: Role; environment: Environment }) {
  const router = useScopedRouter();
  const { toggleColorScheme } = useMantineColorScheme();
  const { open } = useSwitchScope();
  const go = async (href: string) => {
    if (await mayLeave()) router.push(href);
  };
  const otherEnvironment = environment === "live" ? "test" : "live";
  const places: SpotlightActionData[] = pagesFor(role).map(({ href, label, description, icon: Icon }) => ({
    id: href,
    label,
    description,
    leftSection: <Icon size={20} stroke={1.5} aria-hidden />,
    onClick: () => void go(href),
  }));
  const icon = { size: 20, stroke: 1.5, "aria-hidden": true } as const;
  const commands: SpotlightActionData[] = [
    {
      id: "environment",
      label: `Switch to ${otherEnvironment}`,
      description: "The environment whose calls and lists are shown",
      leftSection: <IconSwitchHorizontal {...icon} />,
      onClick: () => void open({ environment: otherEnvironment }),
    },
    {
      id: "scheme",
      label: "Switch between light and dark",
      leftSection: <IconMoon {...icon} />,
      onClick: toggleColorScheme,
    },
    {
      id: "docs",
      label: "API reference",
      leftSection: <IconBook {...icon} />,
      onClick: () => void go("/docs"),
    },
    { id: "sign-out", label: "Sign out", leftSection: <IconLogout {...icon} />, onClick: () => void leave() },
  ];
  return (
    <Spotlight
      actions={[
        { group: "Go to", actions: places },
        { group: "Do", actions: commands },
      ]}
      nothingFound="No results."
      scrollable
      maxHeight={440}
      scrollAreaProps={{
        viewportProps: { tabIndex: 0, role: "region", "aria-label": "Places and commands" },
      }}
      attributes={{ content: { "aria-label": "Search and commands" } }}
      shortcut={["mod + K"]}
      // Works inside text fields too, as people who edit an agent are mostly in one.
      tagsToIgnore={[]}
      searchProps={{
        leftSection: <IconSearch size={20} stroke={1.5} aria-hidden />,
        placeholder: "Search or run a command…",
        "aria-label": "Command",
      }}
    />
  );
}
