"use client";

import { openerProps, useRequested } from "@/components/use-requested";
import classes from "./shell.module.css";
import { type Workspace, WorkspaceButton, WorkspaceName } from "./workspace-button";

const loadList = async () => (await import("./workspace-menu-list")).WorkspaceMenuList;

/** The page's workspace, and a menu of the person's others. */
export function WorkspaceMenu(props: { workspace: Workspace; workspaces: Workspace[] }) {
  const { workspace, workspaces } = props;
  const list = useRequested(loadList);
  if (workspaces.length === 1)
    return (
      <div className={classes.workspace}>
        <WorkspaceName workspace={workspace} />
      </div>
    );
  if (list.Part !== null) return <list.Part {...props} />;
  return <WorkspaceButton workspace={workspace} {...openerProps("menu", list)} />;
}
