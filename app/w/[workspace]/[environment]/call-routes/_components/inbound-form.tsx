"use client";

import { Stack, Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FormButtons } from "@/components/form-buttons";
import { SearchSelect } from "@/components/search-select";
import type { ActionMessages } from "@/components/use-action";
import { useBodyForm } from "@/components/use-body-form";
import { WeekHours } from "@/components/week-hours";
import { ZoneSelect } from "@/components/zone-select";
import type { InboundRoute } from "@/lib/agents/inbound-routes/schema";
import type { Choices } from "./choices";
import {
  fieldOf,
  type InboundValues,
  inboundProblemsOf,
  inboundRouteOf,
  inboundValuesOf,
} from "./inbound-values";

type Props = {
  /** The route to change; null for a new one. */
  route: InboundRoute | null;
  choices: Choices;
  busy: boolean;
  onSave: (route: InboundRoute, messages: ActionMessages) => Promise<void>;
  onCancel: () => void;
};

/** The form of an inbound route. */
export function InboundForm({ route, choices, busy, onSave, onCancel }: Props) {
  const t = useTranslations("routes.form");
  const tHours = useTranslations("common.hours");
  const tInbound = useTranslations("routes.inbound");
  const form = useBodyForm<typeof InboundRoute, InboundValues>({
    loadSchema: async () => (await import("@/lib/agents/inbound-routes/schema")).InboundRoute,
    initialValues: inboundValuesOf(route, choices.timezone),
    bodyOf: inboundRouteOf,
    problemsOf: (values) => inboundProblemsOf(t, tHours, values),
    fieldOf,
  });
  const save = form.onSend((body) =>
    onSave(body as InboundRoute, { form: form.messages, done: t("saved", { name: body.pattern }) }),
  );
  const { always, hours } = form.values;
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label={t("pattern")}
          description={t("patternHelp")}
          placeholder="+49221*"
          maxLength={64}
          data-autofocus
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps("pattern")}
        />
        <SearchSelect
          label={t("agent")}
          description={t("agentHelp")}
          placeholder={tInbound("noAgent")}
          data={choices.agents.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          clearButtonProps={{ "aria-label": tInbound("noAgent") }}
          nothingFoundMessage={t("agentEmpty")}
          {...form.getInputProps("agent_id")}
        />
        <Switch label={t("always")} {...form.getInputProps("always", { type: "checkbox" })} />
        {!always && (
          <>
            <WeekHours
              inputOf={(field) => form.getInputProps(`hours.${field}`)}
              start={hours.start}
              end={hours.end}
            />
            <ZoneSelect
              placeholder={t("timeZone")}
              clearable={false}
              {...form.getInputProps("hours.timezone")}
            />
          </>
        )}
        <TextInput
          label={t("fallback")}
          description={t("fallbackHelp")}
          placeholder="+12125550199"
          inputMode="tel"
          {...form.getInputProps("fallback_number")}
        />
        <FormButtons onCancel={onCancel} busy={busy}>
          {t("save")}
        </FormButtons>
      </Stack>
    </form>
  );
}
