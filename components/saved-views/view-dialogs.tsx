"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { api } from "../api";
import { FormButtons } from "../form-buttons";
import { useAction } from "../use-action";
import { useAddress } from "../use-address";
import { useBodyForm } from "../use-body-form";
import { type SavedView, viewHref } from "./saved-view";

type DialogProps = { view: SavedView; onDone: () => void };

/** The form that renames a view. */
export function RenameView({ view, onDone }: DialogProps) {
  const t = useTranslations("common.views");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/data/views/schema")).UpdateView,
    initialValues: { name: view.name },
    bodyOf: (values) => values,
    problemsOf: ({ name }) => ({ name: name.trim() === "" ? t("nameMissing") : null }),
  });
  const rename = form.onSend(async (body) => {
    const request = { params: { id: view.id }, body };
    const result = await run(() => api.patch("/v1/views/:id", request), {
      done: t("renamed"),
      form: form.messages,
    });
    if (result.ok) onDone();
  });
  return (
    <form onSubmit={rename} noValidate>
      <Stack>
        <TextInput label={t("name")} maxLength={100} data-autofocus {...form.getInputProps("name")} />
        <FormButtons onCancel={onDone} busy={busy}>
          {t("rename")}
        </FormButtons>
      </Stack>
    </form>
  );
}

/** The question before a view is deleted. */
export function DeleteView({ view, onDone }: DialogProps) {
  const t = useTranslations("common");
  const path = usePathname();
  const router = useRouter();
  const { busy, run } = useAction();
  const { get } = useAddress();
  const remove = async () => {
    const result = await run(() => api.delete("/v1/views/:id", { params: { id: view.id } }), {
      done: t("views.deleted"),
    });
    if (!result.ok) return;
    onDone();
    router.push(viewHref(path, null, get("columns")), { scroll: false });
  };
  return (
    <Stack>
      <Text size="sm">{t(view.shared ? "views.deleteSharedHelp" : "views.deleteHelp")}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>
          {t("cancel")}
        </Button>
        <Button color="red" loading={busy} onClick={remove}>
          {t("views.delete")}
        </Button>
      </Group>
    </Stack>
  );
}
