"use client";

import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api";
import { isOver } from "@/components/contact-import/use-import";
import { Modal } from "@/components/modal";
import { useAddressDialog } from "@/components/use-address-dialog";
import { useRequested } from "@/components/use-requested";
import type { ConsentKey } from "@/lib/contacts/consent/values";
import type { Import } from "@/lib/outreach/imports/schema";

const OFFERED: readonly ConsentKey[] = [
  "informational:call",
  "informational:text",
  "telemarketing:call",
  "telemarketing:text",
];

/** The import in progress, by any member: a workspace's files are imported one after the other. */
async function runningImport(): Promise<Import | null> {
  const { data } = await api.get("/v1/contacts/imports", { query: { limit: "1" } });
  const [latest] = data;
  if (latest === undefined) return null;
  const whole: Import = { ...latest, errors: [], columns: [], merges: [], rejected_file: null };
  return isOver(whole) ? null : whole;
}

const loadForm = async () => (await import("@/components/contact-import/import-file")).ImportFile;

/**
 * Imports a file of contacts with their consent. If the dialog is closed and opened again, it shows the progress. With
 * `?import=true` in the address, the dialog is open.
 */
export function ImportContacts() {
  const t = useTranslations("contacts.import");
  const { Part: ImportFile, request, preload } = useRequested(loadForm);
  const { opened, open, close } = useAddressDialog("import");
  const [running, setRunning] = useState<Import | null>(null);
  useEffect(() => {
    if (!opened) return;
    void request();
    // The form works without the import in progress.
    runningImport().then(setRunning, () => undefined);
  }, [opened, request]);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={open}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {t("open")}
      </Button>
      <Modal
        opened={opened && ImportFile !== null}
        onClose={close}
        title={t("action")}
        size="lg"
        centered
        keepMounted
      >
        {ImportFile !== null && <ImportFile offered={OFFERED} running={running} onClose={close} />}
      </Modal>
    </>
  );
}
