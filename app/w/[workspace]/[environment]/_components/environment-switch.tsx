"use client";

import { SegmentedControl } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Environment } from "@/lib/platform/context";
import classes from "./shell.module.css";
import { useSwitchScope } from "./use-switch-scope";

/** Opens the live or the test environment. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const t = useTranslations("shell.environment");
  const { busy, open } = useSwitchScope();
  return (
    <SegmentedControl
      aria-label={t("label")}
      size="xs"
      value={environment}
      disabled={busy}
      data-environment={environment}
      className={classes.environment ?? ""}
      data={[
        { value: "live", label: t("live") },
        { value: "test", label: t("test") },
      ]}
      onChange={(value) => open({ environment: value === "test" ? "test" : "live" })}
    />
  );
}
