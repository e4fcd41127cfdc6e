"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useSwitchScope } from "./use-switch-scope";

/** Opens the demo workspace, from a list that is empty here. */
export function DemoButton({ workspaceId }: { workspaceId: string }) {
  const t = useTranslations("shell");
  const { busy, open } = useSwitchScope();
  return (
    <Button variant="default" loading={busy} onClick={() => open({ workspaceId, environment: "live" })}>
      {t("demo")}
    </Button>
  );
}
