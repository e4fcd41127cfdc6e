"use client";

import { Checkbox, Group, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { BulkDialog } from "@/components/bulk/bulk-dialog";
import { BulkForm } from "@/components/bulk/bulk-form";
import type { StartBulk } from "@/components/bulk/use-bulk";
import { FewLines } from "@/components/few-lines";
import type { ConsentChannel } from "@/lib/contacts/consent/schema";
import { CHANNELS } from "@/lib/contacts/consent/values";
import type { ContactRow } from "../contact-row";

const MAX_REASON = 1_000;

type Props = { rows: readonly ContactRow[]; start: StartBulk<ContactRow> };

function Fields({ rows, start, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations("contacts");
  const form = useForm<{ channels: ConsentChannel[]; reason: string }>({
    initialValues: { channels: [...CHANNELS], reason: "" },
    validate: {
      channels: (channels) => (channels.length === 0 ? t("suppression.channelsMissing") : null),
    },
  });
  const suppress = form.onSubmit((body) => {
    onDone();
    return start({
      work: ({ id }) => api.put("/v1/contacts/:contact/suppression", { params: { contact: id }, body }),
      done: (count) => t("bulk.suppressed", { count }),
    });
  });
  return (
    <BulkForm onSubmit={suppress} onCancel={onDone} action={t("bulk.suppress", { count: rows.length })}>
      <Text size="sm">{t("bulk.suppressHelp")}</Text>
      <Checkbox.Group label={t("suppression.channels")} {...form.getInputProps("channels")}>
        <Group gap="lg" mt={6}>
          {CHANNELS.map((channel) => (
            <Checkbox key={channel} value={channel} label={t(`channel.${channel}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <FewLines
        label={t("suppression.reason")}
        placeholder={t("suppression.reasonExample")}
        maxLength={MAX_REASON}
        data-autofocus
        {...form.getInputProps("reason")}
      />
    </BulkForm>
  );
}

/** Suppresses the selected contacts on request. */
export function SuppressContacts(props: Props) {
  const t = useTranslations("contacts");
  return (
    <BulkDialog label={t("suppression.open")} title={t("bulk.suppress", { count: props.rows.length })}>
      {(close) => <Fields {...props} onDone={close} />}
    </BulkDialog>
  );
}
