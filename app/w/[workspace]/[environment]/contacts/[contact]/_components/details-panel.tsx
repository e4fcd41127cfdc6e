"use client";

import { Code, Text } from "@mantine/core";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import type { Contact } from "@/lib/contacts/contacts/schema";
import { zoneSource } from "../../_components/labels";
import { EditContact } from "./edit-contact";

/** Details of the contact other than consent. */
export function DetailsPanel({ contact, mayEdit }: { contact: Contact; mayEdit: boolean }) {
  const { phone, name, timezone, timezone_source, region, attributes, created_at, id } = contact;
  const entries = Object.entries(attributes);
  return (
    <Panel title="Details" actions={mayEdit && <EditContact contact={contact} />}>
      <Facts
        rows={[
          ["Number", phone],
          ["Name", name === null ? "Not known" : <bdi key="name">{name}</bdi>],
          [
            "Time zone",
            timezone === null
              ? "Not known"
              : `${timezone}, ${zoneSource(timezone_source) ?? "source unknown"}`,
          ],
          ["Region", region ?? "Not known"],
          ["Created", <Time key="created" at={created_at} />],
          ["Id", <Code key="id">{id}</Code>],
        ]}
      />
      <Text size="sm" fw={500} mt="md" mb={6}>
        Attributes
      </Text>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          None.
        </Text>
      ) : (
        <Facts rows={entries.map(([key, value]) => [key, <bdi key={key}>{String(value)}</bdi>])} />
      )}
    </Panel>
  );
}
