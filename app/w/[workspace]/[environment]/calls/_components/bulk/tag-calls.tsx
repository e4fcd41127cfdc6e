"use client";

import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { BulkDialog } from "@/components/bulk/bulk-dialog";
import { BulkForm } from "@/components/bulk/bulk-form";
import type { StartBulk } from "@/components/bulk/use-bulk";
import { SearchSelect } from "@/components/search-select";
import type { CallRow } from "../call-row";

const MAX_TAG = 64;

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((tag, n) => tag === after[n]);

/** Changes the tags of a call. They are read first, because the list can be older than another member's change. */
async function changeTags(id: string, change: (tags: readonly string[]) => string[]): Promise<void> {
  const params = { id };
  const { tags } = await api.get("/v1/calls/:id", { params });
  const changed = change(tags);
  if (!isSame(tags, changed)) await api.patch("/v1/calls/:id", { params, body: { tags: changed } });
}

type Props = { rows: readonly CallRow[]; start: StartBulk<CallRow> };
type FieldsProps = Props & { onDone: () => void };

function AddFields({ rows, start, onDone }: FieldsProps) {
  const t = useTranslations("calls.bulk");
  const form = useForm({
    initialValues: { tag: "" },
    validate: { tag: (tag) => (tag.trim() === "" ? t("tagMissing") : null) },
  });
  const add = form.onSubmit(({ tag }) => {
    const added = tag.trim();
    onDone();
    return start({
      work: ({ id }) => changeTags(id, (tags) => [...new Set([...tags, added])]),
      done: (count) => t("tagged", { count }),
    });
  });
  return (
    <BulkForm onSubmit={add} onCancel={onDone} action={t("addTo", { count: rows.length })}>
      <TextInput label={t("tag")} maxLength={MAX_TAG} data-autofocus {...form.getInputProps("tag")} />
    </BulkForm>
  );
}

function RemoveFields({ rows, start, onDone }: FieldsProps) {
  const t = useTranslations("calls.bulk");
  const form = useForm<{ tag: string | null }>({
    initialValues: { tag: null },
    validate: { tag: (tag) => (tag === null ? t("tagMissing") : null) },
  });
  const remove = form.onSubmit(({ tag }) => {
    onDone();
    return start({
      work: ({ id }) => changeTags(id, (tags) => tags.filter((candidate) => candidate !== tag)),
      done: (count) => t("untagged", { count }),
    });
  });
  const tags = [...new Set(rows.flatMap((row) => row.tags))].sort();
  return (
    <BulkForm onSubmit={remove} onCancel={onDone} action={t("removeFrom", { count: rows.length })}>
      <SearchSelect label={t("tag")} data={tags} data-autofocus {...form.getInputProps("tag")} />
    </BulkForm>
  );
}

/** Adds a tag to the selected calls. */
export function AddTag(props: Props) {
  const t = useTranslations("calls.bulk");
  return (
    <BulkDialog label={t("addTag")} title={t("addTag")}>
      {(close) => <AddFields {...props} onDone={close} />}
    </BulkDialog>
  );
}

/** Removes a tag from the selected calls. Absent if none of them has one. */
export function RemoveTag(props: Props) {
  const t = useTranslations("calls.bulk");
  if (props.rows.every(({ tags }) => tags.length === 0)) return null;
  return (
    <BulkDialog label={t("removeTag")} title={t("removeTag")}>
      {(close) => <RemoveFields {...props} onDone={close} />}
    </BulkDialog>
  );
}
