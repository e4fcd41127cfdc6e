"use client";

import { SegmentedControl } from "@mantine/core";
import type { Environment } from "@/lib/platform/context";
import classes from "./shell.module.css";
import { useSwitchScope } from "./use-switch-scope";

/** Opens the live or the test environment. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const { busy, open } = useSwitchScope();
  return (
    <SegmentedControl
      aria-label="Environment"
      size="xs"
      value={environment}
      disabled={busy}
      data-environment={environment}
      className={classes.environment ?? ""}
      data={[
        { value: "live", label: "Live" },
        { value: "test", label: "Test" },
      ]}
      onChange={(value) => open({ environment: value === "test" ? "test" : "live" })}
    />
  );
}
