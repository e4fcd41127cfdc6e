"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { FormButtons } from "@/components/form-buttons";
import { Modal } from "@/components/modal";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { WorkspaceDeletion } from "@/lib/identity/workspaces/schema";

/** Requires the workspace's name, so that the wrong workspace is not deleted. */
function ConfirmDeletion({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTranslations("settings.delete");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/identity/workspaces/schema")).DeleteWorkspace,
    initialValues: { name: "" },
    bodyOf: (values) => values,
    problemsOf: (values) => ({
      name: values.name === name ? null : t("nameWrong"),
    }),
  });
  const submit = form.onSend(async (body) => {
    const result = await run(() => api.delete("/v1/workspace", { body }), {
      done: t("done"),
      form,
    });
    if (result.ok) onClose();
  });
  return (
    <Modal opened onClose={onClose} title={t("confirmTitle")} centered>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{t("confirmHelp")}</Text>
          <TextInput
            label={t("name", { name })}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("name")}
          />
          <FormButtons busy={busy} onCancel={onClose}>
            {t("confirm")}
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function PendingDeletion({ until, mayChange }: { until: string; mayChange: boolean }) {
  const t = useTranslations("settings.delete");
  const { busy, run } = useAction();
  const restore = () => run(() => api.post("/v1/workspace/restore"), { done: t("restored") });
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t.rich("pending", { time: () => <Time at={until} as="datetime" /> })}
      </Text>
      {mayChange && (
        <Group>
          <Button size="xs" loading={busy} onClick={restore}>
            {t("restore")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type Props = { workspace: WorkspaceDeletion; mayChange: boolean };

/** Deletes the workspace, and restores it within the grace period. */
export function DeletePanel({ workspace: { name, deletion }, mayChange }: Props) {
  const t = useTranslations("settings.delete");
  const [isConfirming, { open, close }] = useDisclosure(false);
  return (
    <Panel
      title={t("title")}
      actions={
        deletion === null &&
        mayChange && (
          <Button size="xs" color="red" variant="light" onClick={open}>
            {t("title")}
          </Button>
        )
      }
    >
      {deletion === null ? (
        <Text size="sm" c="dimmed">
          {t("help")}
        </Text>
      ) : (
        <PendingDeletion until={deletion.delete_after} mayChange={mayChange} />
      )}
      {isConfirming && <ConfirmDeletion name={name} onClose={close} />}
    </Panel>
  );
}
