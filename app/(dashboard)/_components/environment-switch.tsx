"use client";

import { SegmentedControl } from "@mantine/core";
import type { Environment } from "@/lib/platform/context";
import { useScope } from "./scope";
import classes from "./shell.module.css";

/** Live or test: what the lists show, and where a rehearsal's calls go. */
export function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const { busy, change } = useScope();
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
      onChange={(value) => change({ environment: value === "test" ? "test" : "live" })}
    />
  );
}
