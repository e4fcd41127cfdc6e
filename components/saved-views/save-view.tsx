"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { openerProps, useRequested } from "../use-requested";
import type { SaveViewProps } from "./saved-view";

const loadDialog = async () => (await import("./save-view-dialog")).SaveViewDialog;

/** Saves the filters of the address as a view. */
export function SaveView(props: SaveViewProps) {
  const t = useTranslations("common.views");
  const dialog = useRequested(loadDialog);
  if (dialog.Part !== null) return <dialog.Part {...props} />;
  return (
    <Button size="xs" variant="default" {...openerProps("dialog", dialog)}>
      {t(props.isCopy ? "saveCopy" : "save")}
    </Button>
  );
}
