"use client";

import { Badge, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { MaskedText } from "@/components/masked-text";
import { Panel } from "@/components/panel";
import { TagsInput } from "@/components/tags-input";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useAction } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import type { Call } from "@/lib/calls/calls/schema";

const MAX_TAGS = 50;
const MAX_NOTES = 20_000;

function Editor({ call }: { call: Call }) {
  const t = useTranslations("calls");
  const { busy, run } = useAction();
  const form = useBodyForm({
    loadSchema: async () => (await import("@/lib/calls/calls/schema")).UpdateCall,
    initialValues: { tags: call.tags, notes: call.notes },
    bodyOf: (values) => values,
    fieldOf: (path) => path.replace(/^tags\..*$/, "tags"),
  });
  const save = form.onSend(async (body) => {
    const result = await run(() => api.patch("/v1/calls/:id", { params: { id: call.id }, body }), {
      done: t("notes.done"),
      form: form.messages,
    });
    if (!result.ok) return;
    // The response is masked, so typed sensitive values disappear from the form too.
    const { tags, notes } = result.data;
    form.setInitialValues({ tags, notes });
    form.setValues({ tags, notes });
    form.resetDirty({ tags, notes });
  });
  return (
    <form onSubmit={save}>
      <UnsavedGuard dirty={form.isDirty()} />
      <Stack gap="sm">
        <TagsInput
          label={t("column.tags")}
          placeholder={t("notes.tagsExample")}
          maxTags={MAX_TAGS}
          maxLength={64}
          {...form.getInputProps("tags")}
        />
        <Textarea
          label={t("notes.notes")}
          autosize
          minRows={3}
          maxRows={16}
          maxLength={MAX_NOTES}
          {...form.getInputProps("notes")}
        />
        <Button type="submit" variant="default" loading={busy} disabled={!form.isDirty()}>
          {t("notes.action")}
        </Button>
      </Stack>
    </form>
  );
}

function AnnotationList({ call, variables }: { call: Call; variables: readonly string[] }) {
  const t = useTranslations("calls.notes");
  if (call.tags.length === 0 && call.notes === "")
    return (
      <Text size="sm" c="dimmed">
        {t("empty")}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Group gap={4}>
        {call.tags.map((tag) => (
          <Badge key={tag} color="gray">
            {tag}
          </Badge>
        ))}
      </Group>
      <Text size="sm" component="div" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        <MaskedText text={call.notes} variables={variables} />
      </Text>
    </Stack>
  );
}

type Props = { call: Call; variables: readonly string[]; mayEdit: boolean };

/** Notes and tags of the call. Until it settles, notes are partly withheld and cannot be edited without loss. */
export function Annotations({ call, variables, mayEdit }: Props) {
  const t = useTranslations("calls.notes");
  const canEdit = mayEdit && (call.settled_at !== null || call.notes === "");
  return (
    <Panel title={t("title")}>
      {canEdit ? <Editor call={call} /> : <AnnotationList call={call} variables={variables} />}
    </Panel>
  );
}
