"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { api } from "./api";
import { ConfirmButton } from "./confirm-button";
import { FewLines } from "./few-lines";
import { FormButtons } from "./form-buttons";
import { Modal } from "./modal";
import { Panel } from "./panel";
import { useAction } from "./use-action";
import { useBodyForm } from "./use-body-form";

type Of = { kind: "contacts" | "calls"; id: string; reason: string | null };

const placeHold = ({ kind, id }: Of, body: { reason: string }) =>
  kind === "contacts"
    ? api.put("/v1/contacts/:contact/legal-hold", { params: { contact: id }, body })
    : api.put("/v1/calls/:id/legal-hold", { params: { id }, body });
const releaseHold = ({ kind, id }: Of) =>
  kind === "contacts"
    ? api.delete("/v1/contacts/:contact/legal-hold", { params: { contact: id } })
    : api.delete("/v1/calls/:id/legal-hold", { params: { id } });

function Fields({ of, onDone }: { of: Of; onDone: () => void }) {
  const t = useTranslations("calls.hold");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/calls/calls/schema")).HoldCall,
    initialValues: { reason: of.reason ?? "" },
    bodyOf: (values) => values,
    problemsOf: ({ reason }) => ({ reason: reason.trim() === "" ? t("reasonMissing") : null }),
  });
  const hold = form.onSend(async (body) => {
    const result = await run<unknown>(() => placeHold(of, body), {
      done: t("placed"),
      form,
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={hold} noValidate>
      <Stack>
        <Text size="sm">{t(`placeHelp.${of.kind}`)}</Text>
        <FewLines
          label={t("reason")}
          description={t("reasonHelp")}
          placeholder={t("reasonExample")}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps("reason")}
        />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("place")}
        </FormButtons>
      </Stack>
    </form>
  );
}

function Release({ of }: { of: Of }) {
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

type Props = Of & { mayPlace: boolean; mayRelease: boolean };

/** The legal hold on a contact or a call, its reason, and the actions to place and release one. */
export function LegalHoldPanel({ mayPlace, mayRelease, ...of }: Props) {
  const t = useTranslations("calls.hold");
  const [opened, { open, close }] = useDisclosure(false);
  const { reason } = of;
  if (reason === null && !mayPlace) return null;
  return (
    <Panel
      title={t("title")}
      actions={
        mayPlace && (
          <Button size="xs" variant="default" onClick={open}>
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
        <Fields of={of} onDone={close} />
      </Modal>
    </Panel>
  );
}
