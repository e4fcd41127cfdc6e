"use client";

import { Checkbox, MultiSelect, Stack, Switch, TextInput } from "@mantine/core";
import type { z } from "zod";
import { FormButtons } from "@/components/form-buttons";
import { useBodyForm } from "@/components/use-body-form";
import { CreateWebhook, EVENT_KINDS } from "@/lib/data/webhooks/schema";

type Values = { url: string; description: string; all: boolean; events: string[]; enabled: boolean };
type WebhookFields = Pick<Values, "url" | "description" | "events" | "enabled">;
/** Fields of the request body. */
export type WebhookBody = z.input<typeof CreateWebhook>;

const NEW: WebhookFields = {
  url: "",
  description: "",
  events: ["call.ended", "call.settled"],
  enabled: true,
};
/** Test events are sent by a button to any endpoint. */
const CHOICES = EVENT_KINDS.filter((kind) => kind !== "webhook.test");

export function webhookValuesOf({ url, description, events, enabled }: WebhookFields): Values {
  const all = events.includes("*");
  return { url, description, enabled, all, events: all ? [] : events };
}

/** The form of an endpoint, for the dialog that makes one and for the one that changes it. */
export const useWebhookForm = (fields: WebhookFields = NEW) =>
  useBodyForm<typeof CreateWebhook, Values>({
    schema: CreateWebhook,
    initialValues: webhookValuesOf(fields),
    bodyOf,
    problemsOf: (values) => ({
      url: /^https?:\/\/\S+$/.test(values.url.trim()) ? null : "Give an https address.",
    }),
  });

const bodyOf = ({ url, description, all, events, enabled }: Values) => ({
  url: url.trim(),
  description,
  events: all ? ["*"] : events,
  enabled,
});

type Props = {
  form: ReturnType<typeof useWebhookForm>;
  busy: boolean;
  onCancel: () => void;
  onSend: (body: WebhookBody) => Promise<void>;
  /** Label of the submit button. */
  children: string;
};

export function WebhookForm({ form, busy, onCancel, onSend, children }: Props) {
  return (
    <form onSubmit={form.onSend(onSend)} noValidate>
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
