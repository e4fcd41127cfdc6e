"use client";

import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { addressOf } from "@/components/api";
import { useScopedAddress } from "@/components/use-scope";
import type { CallFileFormat } from "@/lib/data/exports/schema";
import { CALL_FILE_FORMATS } from "@/lib/data/exports/values";

type Props = { callId: string; mayExport: boolean };

/** Downloads the call as a file, which the server masks, writes and audits, or prints it. */
export function ExportMenu({ callId, mayExport }: Props) {
  const t = useTranslations("calls");
  const scoped = useScopedAddress();
  const hrefOf = (format: CallFileFormat) =>
    scoped(addressOf("/v1/calls/:id/file", { params: { id: callId }, query: { format } }));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={15} aria-hidden />}>
          {t("export.action")}
        </Button>
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
