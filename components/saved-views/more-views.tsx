"use client";

import { Menu } from "@mantine/core";
import NextLink from "next/link";
import { usePathname } from "next/navigation";
import { useRef } from "react";
import { useAddress } from "../use-address";
import { useOpenAtMount } from "../use-requested";
import { MoreViewsButton } from "./more-views-button";
import { type SavedView, viewHref } from "./saved-view";

/** The menu of the views that are no tabs. Opens when it is loaded. */
export function MoreViews({ views }: { views: readonly SavedView[] }) {
  const path = usePathname();
  const { get } = useAddress();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  return (
    <Menu position="bottom-start" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <MoreViewsButton ref={button} count={views.length} />
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {views.map((view) => (
          <Menu.Item key={view.id} component={NextLink} href={viewHref(path, view, get("columns"))} maw={320}>
            <bdi>{view.name}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
