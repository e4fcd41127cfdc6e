"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "./api";
import { ConfirmButton } from "./confirm-button";
import type { HoldTarget } from "./legal-hold-form";
import { Modal } from "./modal";
import { Panel } from "./panel";
import { useAction } from "./use-action";
import { useDialogPart } from "./use-dialog-part";

const loadForm = async () => (await import("./legal-hold-form")).LegalHoldForm;

const releaseHold = ({ kind, id }: HoldTarget) =>
  kind === "contacts"
    ? api.delete("/v1/contacts/:contact/legal-hold", { params: { contact: id } })
    : api.delete("/v1/calls/:id/legal-hold", { params: { id } });

function Release({ of }: { of: HoldTarget }) {
  const t = useTranslations("calls.hold");
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      title={t("releaseTitle")}
      message={t(`releaseHelp.${of.kind}`)}
      confirm={t("release")}
      onConfirm={() => run<unknown>(() => releaseHold(of), { done: t("released") })}
    >
      {t("release")}
    </ConfirmButton>
  );
}

type Props = HoldTarget & { mayPlace: boolean; mayRelease: boolean };

/** The legal hold on a contact or a call, its reason, and the actions to place and release one. */
export function LegalHoldPanel({ mayPlace, mayRelease, ...of }: Props) {
  const t = useTranslations("calls.hold");
  const { Part, opened, close, opener } = useDialogPart(loadForm);
  const { reason } = of;
  if (reason === null && !mayPlace) return null;
  return (
    <Panel
      title={t("title")}
      actions={
        mayPlace && (
          <Button size="xs" variant="default" {...opener}>
            {reason === null ? t("place") : t("changeReason")}
          </Button>
        )
      }
    >
      {reason === null ? (
        <Text size="sm" c="dimmed">
          {t(`none.${of.kind}`)}
        </Text>
      ) : (
        <Stack gap="xs">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            <bdi>{reason}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {t(`active.${of.kind}`)} {!mayRelease && t("releasedByOwner")}
          </Text>
          {mayRelease && (
            <Group>
              <Release of={of} />
            </Group>
          )}
        </Stack>
      )}
      <Modal opened={opened} onClose={close} title={t("title")} centered>
        {Part !== null && <Part of={of} onDone={close} />}
      </Modal>
    </Panel>
  );
}
