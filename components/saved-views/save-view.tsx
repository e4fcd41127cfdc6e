"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { View } from "@/lib/data/views/schema";
import { openerProps, useRequested } from "../use-requested";

export type SaveViewProps = {
  resource: View["resource"];
  names: readonly string[];
  mayShare: boolean;
  onSaved: (id: string) => void;
  /** A view is open, so the new one is a second one. */
  isCopy: boolean;
};

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
