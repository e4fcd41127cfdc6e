"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Suppression } from "@/lib/contacts/consent/schema";
import type { Contact } from "@/lib/contacts/contacts/schema";
import type { Translator } from "@/messages/translator";
import { channelsKey } from "../../_components/labels";
import { Suppress } from "./suppress";

type Props = {
  contact: Contact;
  mayChange: boolean;
  /** Whether the member can lift suppressions that were not entered on request. */
  isAdmin: boolean;
};

/** Requirements to lift a suppression that comes from the contact, a list or a carrier. */
const requirement = (t: Translator<"contacts.suppression">, source: Suppression["source"]): string =>
  source === "keyword" ? t("keywordRequirement") : t("requirement");

function Lift({ contact, source }: { contact: Contact; source: Suppression["source"] }) {
  const t = useTranslations("contacts.suppression");
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      title={t("liftTitle")}
      message={
        <Stack gap="xs">
          <span>{t("liftHelp")}</span>
          {source !== "request" && <span>{requirement(t, source)}</span>}
        </Stack>
      }
      confirm={t("liftAction")}
      onConfirm={() =>
        run(() => api.delete("/v1/contacts/:contact/suppression", { params: { contact: contact.id } }), {
          done: t("lifted"),
        })
      }
    >
      {t("lift")}
    </ConfirmButton>
  );
}

/** The contact's suppression with its reason and date. */
export function SuppressionPanel({ contact, mayChange, isAdmin }: Props) {
  const t = useTranslations("contacts.suppression");
  const tContacts = useTranslations("contacts");
  const { suppression } = contact;
  if (suppression === null)
    return (
      <Panel title={tContacts("list.suppression")}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm" c="dimmed">
            {t("none")}
          </Text>
          {mayChange && <Suppress contact={contact}>{t("open")}</Suppress>}
        </Stack>
      </Panel>
    );
  const { channels, source, since, reason } = suppression;
  const onRequest = source === "request";
  return (
    <Panel title={tContacts("list.suppression")}>
      <Facts
        rows={[
          [t("on"), tContacts(`channel.${channelsKey(channels)}`)],
          [t("since"), <Time key="since" at={since} />],
          [t("source"), t(`sources.${source}`)],
          reason === "" ? null : [t("reason"), <bdi key="reason">{reason}</bdi>],
        ]}
      />
      {mayChange && (
        <Stack gap="xs" mt="md">
          {!onRequest && !isAdmin && (
            <Text size="xs" c="dimmed">
              {requirement(t, source)}
            </Text>
          )}
          <Group gap="xs">
            {onRequest && <Suppress contact={contact}>{t("change")}</Suppress>}
            {(onRequest || isAdmin) && <Lift contact={contact} source={source} />}
          </Group>
        </Stack>
      )}
    </Panel>
  );
}
