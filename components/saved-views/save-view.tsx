"use client";

import { Button, Checkbox, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import type { View } from "@/lib/data/views/schema";
import { api } from "../api";
import { FormButtons } from "../form-buttons";
import { useAction } from "../use-action";
import { useAddress } from "../use-address";
import { useBodyForm } from "../use-body-form";
import { queryOf } from "./saved-view";

type Props = {
  resource: View["resource"];
  names: readonly string[];
  mayShare: boolean;
  onSaved: (id: string) => void;
};

function Fields({ resource, names, mayShare, onSaved, onDone }: Props & { onDone: () => void }) {
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

/** Saves the filters of the address as a view. `isCopy`: a view is open, so the new one is a second one. */
export function SaveView({ isCopy, ...props }: Props & { isCopy: boolean }) {
  const t = useTranslations("common.views");
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t(isCopy ? "saveCopy" : "save")}
      </Button>
      <Modal opened={opened} onClose={close} title={t("save")} centered>
        <Fields {...props} onDone={close} />
      </Modal>
    </>
  );
}
