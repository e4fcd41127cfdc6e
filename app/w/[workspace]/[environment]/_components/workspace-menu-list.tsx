"use client";

import { Menu } from "@mantine/core";
import { useRef } from "react";
import { useOpenAtMount } from "@/components/use-requested";
import { useSwitchScope } from "./use-switch-scope";
import { type Workspace, WorkspaceButton } from "./workspace-button";

type Props = { workspace: Workspace; workspaces: Workspace[] };

/** The menu of the person's workspaces. Opens when it is loaded. */
export function WorkspaceMenuList({ workspace, workspaces }: Props) {
  const { busy, open } = useSwitchScope();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  return (
    <Menu position="bottom-start" width="target" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <WorkspaceButton ref={button} workspace={workspace} disabled={busy} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={workspace.id} onChange={(id) => void open({ workspaceId: id })}>
          {workspaces.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={id} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
