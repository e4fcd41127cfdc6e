"use client";

import { Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconArchive,
  IconChecklist,
  IconCopy,
  IconDownload,
  IconFileDiff,
  IconGauge,
  IconPhoneOutgoing,
  IconVersions,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useCallback, useRef } from "react";
import { api } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Link } from "@/components/link";
import { Modal } from "@/components/modal";
import { saveFile } from "@/components/save-file";
import { useAction } from "@/components/use-action";
import { useDialogPart } from "@/components/use-dialog-part";
import { useOpenAtMount } from "@/components/use-requested";
import { useScopedRouter } from "@/components/use-scoped-router";
import type { Agent } from "@/lib/agents/agents/schema";
import { compareHref } from "../versions/sides";
import { configOf, type Rights } from "./agent-form";
import { MoreButton } from "./more-button";

export type MoreMenuProps = { agent: Agent; rights: Rights; dirty: boolean };

const download = (agent: Agent): void =>
  saveFile(`${agent.id}.json`, "application/json", JSON.stringify(configOf(agent), null, 2));

/** The dialog that places a call with the live version. */
function usePlaceCall({ id, name, live_version }: Agent) {
  const load = useCallback(async () => {
    const { PlaceCallForm } = await import("@/components/place-call/place-call-form");
    return ({ onDone }: { onDone: () => void }) => (
      <PlaceCallForm
        agent={live_version === null ? undefined : { id, name, live_version }}
        contact={undefined}
        onDone={onDone}
      />
    );
  }, [id, name, live_version]);
  return useDialogPart(load);
}

/** The less frequent actions on an agent. Opens when it is loaded. */
export function MoreMenuList({ agent, rights, dirty }: MoreMenuProps) {
  const t = useTranslations("agents.actions");
  const { busy, run } = useAction();
  const router = useScopedRouter();
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  const [isArchiving, archiving] = useDisclosure(false);
  const params = { id: agent.id };
  const tDialing = useTranslations("dialing");
  const placeCall = usePlaceCall(agent);
  const canCall = rights.test && agent.type === "voice" && agent.live_version !== null;

  async function duplicate(): Promise<void> {
    const result = await run(() => api.post("/v1/agents/:id/duplicate", { params }), { refresh: false });
    if (result.ok) router.push(`/agents/${result.data.id}`);
  }
  async function archive(): Promise<void> {
    const result = await run(() => api.delete("/v1/agents/:id", { params }), {
      done: t("archived"),
      refresh: false,
    });
    if (result.ok) router.push("/agents");
  }
  /** A dialog returns the focus to the control that has it now, and the item disappears. */
  const openDialog = (open: () => void) => () => {
    button.current?.focus();
    open();
  };

  return (
    <>
      <Menu position="bottom-end" width={200} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <MoreButton ref={button} loading={busy} />
        </Menu.Target>
        <Menu.Dropdown>
          {canCall && (
            <>
              <Menu.Item
                onClick={openDialog(placeCall.opener.onClick)}
                leftSection={<IconPhoneOutgoing size={16} aria-hidden />}
              >
                {tDialing("action")}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item
            component={Link}
            href={`/agents/${agent.id}/versions`}
            leftSection={<IconVersions size={16} aria-hidden />}
          >
            {t("versions")}
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={`/agents/${agent.id}/tests`}
            leftSection={<IconChecklist size={16} aria-hidden />}
          >
            {t("tests")}
          </Menu.Item>
          <Menu.Item
            component={Link}
            href={`/agents/${agent.id}/scores`}
            leftSection={<IconGauge size={16} aria-hidden />}
          >
            {t("scores")}
          </Menu.Item>
          {agent.live_version !== null && agent.has_unpublished_changes && (
            <Menu.Item
              component={Link}
              href={compareHref(agent.id, agent.live_version, "draft")}
              leftSection={<IconFileDiff size={16} aria-hidden />}
            >
              {t("review")}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => download(agent)} leftSection={<IconDownload size={16} aria-hidden />}>
            {t("export")}
          </Menu.Item>
          {rights.duplicate && (
            <Menu.Item
              onClick={duplicate}
              disabled={dirty || busy}
              leftSection={<IconCopy size={16} aria-hidden />}
            >
              {t("duplicate")}
            </Menu.Item>
          )}
          {rights.archive && (
            <>
              <Menu.Divider />
              <Menu.Item
                onClick={openDialog(archiving.open)}
                leftSection={<IconArchive size={16} aria-hidden />}
              >
                {t("archive")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={placeCall.opened} onClose={placeCall.close} title={tDialing("title")} centered>
        {placeCall.Part !== null && <placeCall.Part onDone={placeCall.close} />}
      </Modal>
      <ConfirmDialog
        opened={isArchiving}
        onClose={archiving.close}
        title={t("archiveTitle", { name: agent.name })}
        message={t("archiveHelp")}
        confirm={t("archiveConfirm")}
        onConfirm={archive}
      />
    </>
  );
}
