"use client";

import { Button, Checkbox, Stack, Text, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { api } from "../api";
import { FormButtons } from "../form-buttons";
import { Modal } from "../modal";
import { useAction } from "../use-action";
import { useAddress } from "../use-address";
import { useBodyForm } from "../use-body-form";
import { useOpenAtMount } from "../use-requested";
import { queryOf, type SaveViewProps } from "./saved-view";

function Fields({ resource, names, mayShare, onSaved, onDone }: SaveViewProps & { onDone: () => void }) {
  const t = useTranslations("common.views");
  const { busy, run } = useAction();
  const { get } = useAddress();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/data/views/schema")).CreateView,
    initialValues: { name: "", shared: false },
    bodyOf: (values) => ({ ...values, resource, query: queryOf(names, get) }),
    problemsOf: ({ name }) => ({ name: name.trim() === "" ? t("nameMissing") : null }),
  });
  const save = form.onSend(async (body) => {
    const result = await run(() => api.post("/v1/views", { body }), {
      done: t("saved"),
      form: form.messages,
      refresh: false,
    });
    if (!result.ok) return;
    onDone();
    onSaved(result.data.id);
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <Text size="sm">{t(mayShare ? "saveHelp" : "savePrivateHelp")}</Text>
        <TextInput label={t("name")} maxLength={100} data-autofocus {...form.getInputProps("name")} />
        {mayShare && (
          <Checkbox
            label={t("share")}
            description={t("shareHelp")}
            {...form.getInputProps("shared", { type: "checkbox" })}
          />
        )}
        <FormButtons onCancel={onDone} busy={busy}>
          {t("save")}
        </FormButtons>
      </Stack>
    </form>
  );
}

/** The button that saves a view, and its dialog, which opens when it is loaded. */
export function SaveViewDialog(props: SaveViewProps) {
  const t = useTranslations("common.views");
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpenAtMount(button);
  const close = () => setOpened(false);
  return (
    <>
      <Button
        ref={button}
        size="xs"
        variant="default"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {t(props.isCopy ? "saveCopy" : "save")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("save")} centered>
        <Fields {...props} onDone={close} />
      </Modal>
    </>
  );
}
