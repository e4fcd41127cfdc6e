"use client";

import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { saveFile } from "@/components/save-file";
import { useAction } from "@/components/use-action";
import { useChannelName } from "@/components/use-channel-name";
import type { Translator } from "@/messages/translator";
import { type ExportedCall, markdownFile, textFile, turnsFile } from "./transcript-file";

type FileFormat = {
  name: "json" | "text" | "markdown" | "csv";
  extension: string;
  type: string;
  write: (t: Translator<"calls">, exported: ExportedCall) => string;
};

const FORMATS: readonly FileFormat[] = [
  {
    name: "json",
    extension: "json",
    type: "application/json",
    write: (_, { call }) => `${JSON.stringify(call, null, 2)}\n`,
  },
  { name: "text", extension: "txt", type: "text/plain;charset=utf-8", write: textFile },
  { name: "markdown", extension: "md", type: "text/markdown;charset=utf-8", write: markdownFile },
  { name: "csv", extension: "csv", type: "text/csv;charset=utf-8", write: (_, { call }) => turnsFile(call) },
];

type Props = { callId: string; agent: string; mayDownload: boolean };

/** Saves the call as a file, or prints it. The API returns the call again, so that a file is authorized and masked. */
export function ExportMenu({ callId, agent, mayDownload }: Props) {
  const t = useTranslations("calls");
  const { busy, run } = useAction();
  const channelName = useChannelName();
  const save = async ({ extension, type, write }: FileFormat) => {
    const result = await run(() => api.get("/v1/calls/:id", { params: { id: callId } }), {
      done: t("export.done"),
      refresh: false,
    });
    if (!result.ok) return;
    const call = result.data;
    saveFile(`${callId}.${extension}`, type, write(t, { call, agent, channel: channelName(call.channel) }));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {/* `loading` would disable the button, and the focus that the menu returns to it would be lost. */}
        <Button variant="default" aria-busy={busy} rightSection={<IconChevronDown size={15} aria-hidden />}>
          {t("export.action")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayDownload && (
          <>
            <Menu.Label>{t("export.help")}</Menu.Label>
            {FORMATS.map((format) => (
              <Menu.Item key={format.name} onClick={() => save(format)}>
                {t(`export.${format.name}`)}
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
