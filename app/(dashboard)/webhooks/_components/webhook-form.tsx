"use client";

import { Checkbox, MultiSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormButtons } from "@/components/form-buttons";
import { EVENT_KINDS } from "@/lib/data/webhooks/events";
import type { CreateWebhook } from "@/lib/data/webhooks/schema";

type Values = { url: string; description: string; all: boolean; events: string[]; enabled: boolean };
type WebhookFields = Pick<Values, "url" | "description" | "events" | "enabled">;
/** Fields of the request body. */
export type Sent = Omit<CreateWebhook, "events"> & { events: string[] };

const NEW: WebhookFields = {
  url: "",
  description: "",
  events: ["call.ended", "call.settled"],
  enabled: true,
};
/** Test events are sent by a button to any endpoint. */
const CHOICES = EVENT_KINDS.filter((kind) => kind !== "webhook.test");

/** The form of an endpoint, for the dialog that makes one and for the one that changes it. */
export const useWebhookForm = ({ url, description, events, enabled }: WebhookFields = NEW) => {
  const all = events.includes("*");
  return useForm<Values>({
    initialValues: { url, description, enabled, all, events: all ? [] : events },
    validate: {
      url: (text) => (/^https?:\/\/\S+$/.test(text.trim()) ? null : "Give an https address."),
      events: (kinds, values) => (values.all || kinds.length > 0 ? null : "Choose at least one event."),
    },
  });
};

const sentOf = ({ url, description, all, events, enabled }: Values): Sent => ({
  url: url.trim(),
  description,
  events: all ? ["*"] : events,
  enabled,
});

type Props = {
  form: ReturnType<typeof useWebhookForm>;
  busy: boolean;
  onCancel: () => void;
  onSend: (sent: Sent) => Promise<void>;
  /** Label of the submit button. */
  children: string;
};

export function WebhookForm({ form, busy, onCancel, onSend, children }: Props) {
  return (
    <form onSubmit={form.onSubmit((values) => onSend(sentOf(values)))} noValidate>
      <Stack>
        <TextInput
          label="Address"
          description="It must be reachable from the internet."
          placeholder="https://example.com/parley"
          type="url"
          data-autofocus
          maxLength={2_000}
          {...form.getInputProps("url")}
        />
        <TextInput label="Description" maxLength={500} {...form.getInputProps("description")} />
        <Checkbox
          label="All events, also those that come later"
          {...form.getInputProps("all", { type: "checkbox" })}
        />
        {!form.values.all && (
          <MultiSelect label="Events" data={CHOICES} searchable {...form.getInputProps("events")} />
        )}
        <Switch label="Send events" {...form.getInputProps("enabled", { type: "checkbox" })} />
        <FormButtons onCancel={onCancel} busy={busy} mt="sm">
          {children}
        </FormButtons>
      </Stack>
    </form>
  );
}
