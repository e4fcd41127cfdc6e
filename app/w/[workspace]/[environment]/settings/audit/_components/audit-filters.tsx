"use client";

import { Autocomplete, Box, Button, Group, Paper, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useAddress } from "@/components/use-address";

/** Suggestions while typing; other text is searched too. */
const ACTIONS = [
  "agent.created",
  "agent.updated",
  "agent.deployed",
  "agent.duplicated",
  "agent.archived",
  "tool.created",
  "tool.updated",
  "tool.deleted",
  "integration.connected",
  "integration.disconnected",
  "key.created",
  "key.rotated",
  "key.taken_over",
  "key.updated",
  "key.revoked",
  "member.added",
  "member.role_changed",
  "member.removed",
  "member.notices_changed",
  "member.ownership_transferred",
  "invitation.created",
  "invitation.accepted",
  "invitation.revoked",
  "password.changed",
  "password.reset",
  "second_factor.enabled",
  "second_factor.disabled",
  "sso.connected",
  "sso.enforced",
  "sso.break_glass_created",
  "sso.break_glass_used",
  "sso.certificate_expiring",
  "staff_access.asked",
  "staff_access.approved",
  "staff_access.viewed",
  "staff_access.ended",
  "webhook.created",
  "webhook.updated",
  "webhook.rotated",
  "webhook.tested",
  "webhook.replayed",
  "webhook.disabled",
  "webhook.deleted",
  "export.created",
  "export.completed",
  "export.downloaded",
  "phone_number.connected",
  "phone_number.updated",
  "phone_number.disconnected",
  "call.deleted",
  "call.legal_hold_placed",
  "call.legal_hold_released",
  "contact.legal_hold_placed",
  "contact.legal_hold_released",
  "deletion.requested",
  "deletion.blocked",
  "contact.data_deleted",
  "session.opened",
  "session.ended",
  "session.all_ended",
  "workspace.created",
  "workspace.updated",
  "workspace.deletion_requested",
  "workspace.restored",
];

const EXAMPLES = { action: "key.created", actor: "mem_…", target: "agt_…" } as const;

const DAY_MS = 86_400_000;
const FIELDS = ["action", "actor_id", "target", "created_after", "created_before"] as const;

/** The start of a day in UTC, or with `plusDays: 1` its end. */
function timestampOf(day: string, plusDays = 0): string | null {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  return Number.isNaN(start) ? null : new Date(start + plusDays * DAY_MS).toISOString();
}

/** The day of a timestamp of the address, or an empty text if it is invalid. */
function dayOf(timestamp: string | null, minusDays = 0): string {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) ? "" : new Date(at - minusDays * DAY_MS).toISOString().slice(0, 10);
}

/** The filters of the log, which are in the address. A button shows them on narrow screens. */
export function AuditFilters() {
  const t = useTranslations("records");
  const address = useAddress();
  const text = (name: string) => address.get(name) ?? "";
  const form = useForm({
    initialValues: {
      action: text("action"),
      actor_id: text("actor_id"),
      target: text("target"),
      from: dayOf(address.get("created_after")),
      to: dayOf(address.get("created_before"), 1),
    },
  });
  const [opened, { toggle }] = useDisclosure(false);
  const fields = useId();
  const count = FIELDS.filter((name) => text(name) !== "").length;
  const apply = form.onSubmit(({ action, actor_id, target, from, to }) =>
    address.set({
      action: action.trim(),
      actor_id: actor_id.trim(),
      target: target.trim(),
      created_after: timestampOf(from),
      created_before: timestampOf(to, 1),
    }),
  );
  const clear = () => address.set(Object.fromEntries(FIELDS.map((name) => [name, null])));

  return (
    <Paper withBorder p="md">
      <Button
        hiddenFrom="sm"
        fullWidth
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={opened}
        aria-controls={fields}
        onClick={toggle}
      >
        {count === 0 ? t("auditFilters.title") : t("auditFilters.count", { count })}
      </Button>
      <Box
        component="form"
        id={fields}
        onSubmit={apply}
        aria-label={t("auditFilters.label")}
        mt={{ base: opened ? "md" : 0, sm: 0 }}
        {...(!opened && { visibleFrom: "sm" })}
      >
        <Group align="flex-end" gap="sm">
          <Autocomplete
            label={t("audit.action")}
            placeholder={EXAMPLES.action}
            flex="1 1 180px"
            data={ACTIONS}
            limit={20}
            {...form.getInputProps("action")}
          />
          <TextInput
            label={t("audit.actor")}
            placeholder={EXAMPLES.actor}
            flex="1 1 180px"
            {...form.getInputProps("actor_id")}
          />
          <TextInput
            label={t("audit.target")}
            placeholder={EXAMPLES.target}
            flex="1 1 180px"
            {...form.getInputProps("target")}
          />
          <TextInput
            type="date"
            label={t("auditFilters.from")}
            flex="0 1 160px"
            {...form.getInputProps("from")}
          />
          <TextInput
            type="date"
            label={t("auditFilters.to")}
            flex="0 1 160px"
            {...form.getInputProps("to")}
          />
          <Button type="submit" variant="light" loading={address.busy}>
            {t("auditFilters.apply")}
          </Button>
          {count > 0 && (
            <Button variant="subtle" onClick={clear}>
              {t("auditFilters.clear")}
            </Button>
          )}
        </Group>
      </Box>
    </Paper>
  );
}
