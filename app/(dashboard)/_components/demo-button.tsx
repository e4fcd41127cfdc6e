"use client";

import { Button } from "@mantine/core";
import { useScope } from "./scope";

/** Switches to the demo workspace, from a list that is empty here and full there. */
export function DemoButton({ workspaceId }: { workspaceId: string }) {
  const { busy, change } = useScope();
  return (
    <Button variant="default" loading={busy} onClick={() => change({ workspace_id: workspaceId })}>
      Look at the demo
    </Button>
  );
}
