"use client";

import { Anchor } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import classes from "./shell.module.css";

/** Tells every member that the workspace is to be deleted, and until when it can be restored. */
export function DeletionBanner({ until }: { until: string }) {
  return (
    <div className={classes.testing} role="status">
      <IconTrash size={16} aria-hidden />
      <span>
        <strong>This workspace is being deleted.</strong> Nothing of it runs. Until{" "}
        <Time at={until} as="datetime" /> an owner can restore it.{" "}
        <Anchor component={Link} href="/settings/workspace" size="sm" inherit underline="always">
          Workspace settings
        </Anchor>
      </span>
    </div>
  );
}
