"use client";

import { Code, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { Contact } from "@/lib/contacts/contacts/schema";
import { zoneText } from "../../_components/labels";
import { EditContact } from "./edit-contact";

/** Details of the contact other than consent. */
export function DetailsPanel({ contact, mayEdit }: { contact: Contact; mayEdit: boolean }) {
  const t = useTranslations("contacts");
  const tCommon = useTranslations("common");
  const { phone, name, region, attributes, created_at, id } = contact;
  const entries = Object.entries(attributes);
  return (
    <Panel title={t("details.title")} actions={mayEdit && <EditContact contact={contact} />}>
      <Facts
        rows={[
          [t("field.phone"), phone],
          [t("details.name"), name === null ? t("unknown") : <bdi key="name">{name}</bdi>],
          [tCommon("timeZone.label"), zoneText(t, contact)],
          [t("details.region"), region ?? t("unknown")],
          [t("details.created"), <Time key="created" at={created_at} />],
          [t("details.id"), <Code key="id">{id}</Code>],
        ]}
      />
      <Text size="sm" fw={500} mt="md" mb={6}>
        {t("details.attributes")}
      </Text>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("details.none")}
        </Text>
      ) : (
        <Facts rows={entries.map(([key, value]) => [key, <bdi key={key}>{String(value)}</bdi>])} />
      )}
    </Panel>
  );
}
