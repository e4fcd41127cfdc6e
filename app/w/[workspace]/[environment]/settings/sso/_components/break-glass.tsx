"use client";

import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { CopyButton } from "@/components/copy-button";
import { Modal } from "@/components/modal";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Sso } from "@/lib/identity/sso/schema";

type Props = {
  status: Sso["break_glass"];
  /** The membership of the signed-in owner. */
  self: string;
};

/** A code for a sign-in while the provider is down. */
export function BreakGlass({ status, self }: Props) {
  const t = useTranslations("sso.breakGlass");
  const tSecret = useTranslations("common.secret");
  const { run } = useAction();
  const [code, setCode] = useState<string | null>(null);
  const create = async () => {
    const result = await run(() => api.post("/v1/sso/break-glass"));
    if (result.ok) setCode(result.data.code);
  };
  return (
    <Panel title={t("title")}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("help")}
        </Text>
        {status && (
          <Text size="sm">
            {t.rich(`holder.${status.member_id === self ? "self" : "other"}`, {
              time: () => <Time at={status.created_at} as="datetime" />,
            })}
          </Text>
        )}
        <Group>
          <ConfirmButton
            title={t("createTitle")}
            message={t("createHelp")}
            confirm={t("confirm")}
            confirmColor="teal"
            onConfirm={create}
          >
            {t(`action.${status === null ? "first" : "again"}`)}
          </ConfirmButton>
          {status && (
            <ConfirmButton
              title={t("removeTitle")}
              message={t("removeHelp")}
              confirm={t("removeConfirm")}
              onConfirm={() => run(() => api.delete("/v1/sso/break-glass"), { done: t("removed") })}
            >
              {t("remove")}
            </ConfirmButton>
          )}
        </Group>
      </Stack>
      <Modal
        opened={code !== null}
        onClose={() => setCode(null)}
        title={t("codeTitle")}
        centered
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <Stack>
          <Text size="sm">{t("codeHelp")}</Text>
          <Code block fz="sm" data-testid="break-glass">
            {code}
          </Code>
          <Group justify="flex-end">
            <CopyButton value={code ?? ""} label={t("copy")} data-autofocus />
            <Button onClick={() => setCode(null)}>{tSecret("done")}</Button>
          </Group>
        </Stack>
      </Modal>
    </Panel>
  );
}
