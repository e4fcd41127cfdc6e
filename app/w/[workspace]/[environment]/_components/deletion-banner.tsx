"use client";

import { Anchor } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/link";
import { Time } from "@/components/time";
import classes from "./shell.module.css";

/** Tells every member that the workspace is to be deleted, and until when it can be restored. */
export function DeletionBanner({ until }: { until: string }) {
  const t = useTranslations("shell.deletionBanner");
  return (
    <div className={classes.testing} role="status">
      <IconTrash size={16} aria-hidden />
      <span>
        {t.rich("text", {
          strong: (text) => <strong>{text}</strong>,
          time: () => <Time at={until} as="datetime" />,
        })}{" "}
        <Anchor component={Link} href="/settings/workspace" size="sm" inherit underline="always">
          {t("action")}
        </Anchor>
      </span>
    </div>
  );
}
