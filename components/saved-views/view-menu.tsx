"use client";

import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { UpdateView } from "@/lib/data/views/schema";
import { api } from "../api";
import { FormButtons } from "../form-buttons";
import { useAction } from "../use-action";
import { useAddress } from "../use-address";
import { useBodyForm } from "../use-body-form";
import { queryOf, type SavedView, viewHref } from "./saved-view";

type DialogProps = { view: SavedView; onDone: () => void };

function Rename({ view, onDone }: DialogProps) {
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

function Delete({ view, onDone }: DialogProps) {
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

type Props = { view: SavedView; names: readonly string[]; mayShare: boolean; isModified: boolean };

/** Updates, renames, shares and deletes the active view. */
export function ViewMenu({ view, names, mayShare, isModified }: Props) {
  const t = useTranslations("common.views");
  const { busy, run } = useAction();
  const { get } = useAddress();
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const close = () => setDialog(null);
  const change = (body: UpdateView, done: string) =>
    run(() => api.patch("/v1/views/:id", { params: { id: view.id }, body }), { done });
  // Only its owner can make a view private.
  const mayToggle = view.shared ? view.isOwn : mayShare;
  return (
    <>
      {isModified && (
        <Button size="xs" loading={busy} onClick={() => change({ query: queryOf(names, get) }, t("updated"))}>
          {t("update")}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("options", { name: view.name })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog("rename")}>{t("rename")}</Menu.Item>
          {mayToggle && (
            <Menu.Item
              onClick={() => change({ shared: !view.shared }, t(view.shared ? "madePrivate" : "sharedDone"))}
            >
              {t(view.shared ? "makePrivate" : "share")}
            </Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setDialog("delete")}>
            {t("delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={dialog === "rename"} onClose={close} title={t("rename")} centered>
        <Rename view={view} onDone={close} />
      </Modal>
      <Modal
        opened={dialog === "delete"}
        onClose={close}
        title={t("deleteTitle", { name: view.name })}
        centered
      >
        <Delete view={view} onDone={close} />
      </Modal>
    </>
  );
}
