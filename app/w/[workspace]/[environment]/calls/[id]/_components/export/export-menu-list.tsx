"use client";

import { Menu } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { addressOf } from "@/components/api";
import { useOpenAtMount } from "@/components/use-requested";
import { useScopedAddress } from "@/components/use-scope";
import type { CallFileFormat } from "@/lib/data/exports/schema";
import { CALL_FILE_FORMATS } from "@/lib/data/exports/values";
import { ExportButton } from "./export-button";

export type ExportMenuProps = { callId: string; mayExport: boolean };

/** Downloads the call as a file, which the server masks, writes and audits, or prints it. Opens when it is loaded. */
export function ExportMenuList({ callId, mayExport }: ExportMenuProps) {
  const t = useTranslations("calls");
  const scoped = useScopedAddress();
  const hrefOf = (format: CallFileFormat) =>
    scoped(addressOf("/v1/calls/:id/file", { params: { id: callId }, query: { format } }));
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ExportButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {mayExport && (
          <>
            <Menu.Label>{t("export.help")}</Menu.Label>
            {CALL_FILE_FORMATS.map((format) => (
              <Menu.Item key={format} component="a" href={hrefOf(format)} download>
                {t(`export.${format}`)}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => window.print()}>{t("export.print")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
