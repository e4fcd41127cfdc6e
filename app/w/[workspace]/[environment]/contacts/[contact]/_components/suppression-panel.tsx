"use client";

import { Group, Stack, Text } from "@mantine/core";
import { api } from "@/components/api";
import { ConfirmButton } from "@/components/confirm-button";
import { Facts } from "@/components/facts";
import { Panel } from "@/components/panel";
import { Time } from "@/components/time";
import { useAction } from "@/components/use-action";
import type { Suppression } from "@/lib/contacts/consent/schema";
import type { Contact } from "@/lib/contacts/contacts/schema";
import { channelsInWords, SUPPRESSION_NAMES } from "../../_components/labels";
import { Suppress } from "./suppress";

type Props = {
  contact: Contact;
  mayChange: boolean;
  /** Whether the member can lift suppressions that were not entered on request. */
  isAdmin: boolean;
};

/** Requirements to lift a suppression from the contact, a list or a carrier. */
const firmly = (source: Suppression["source"]): string =>
  `An admin can lift it once a consent given since stands in the ledger with its evidence.${
    source === "keyword" ? " They can also text START themselves." : ""
  }`;

function Lift({ contact, source }: { contact: Contact; source: Suppression["source"] }) {
  const { run } = useAction();
  return (
    <ConfirmButton
      size="xs"
      title="Lift the suppression?"
      message={
        <Stack gap="xs">
          <span>
            From now on they may be called and texted again, wherever their consent, the hours and the number
            of attempts allow it. Campaigns that left them out for good stay as they are.
          </span>
          {source !== "request" && <span>Nobody entered this on request. {firmly(source)}</span>}
        </Stack>
      }
      confirm="Lift it"
      onConfirm={() =>
        run(() => api.delete("/v1/contacts/:contact/suppression", { params: { contact: contact.id } }), {
          done: "The suppression is lifted.",
        })
      }
    >
      Lift
    </ConfirmButton>
  );
}

/** The contact's suppression with its reason and date. */
export function SuppressionPanel({ contact, mayChange, isAdmin }: Props) {
  const { suppression } = contact;
  if (suppression === null)
    return (
      <Panel title="Suppression">
        <Stack gap="sm" align="flex-start">
          <Text size="sm" c="dimmed">
            Nothing says that this contact is to be left alone.
          </Text>
          {mayChange && <Suppress contact={contact}>Suppress</Suppress>}
        </Stack>
      </Panel>
    );
  const { channels, source, since, reason } = suppression;
  const onRequest = source === "request";
  return (
    <Panel title="Suppression">
      <Facts
        rows={[
          ["Left alone on", channelsInWords(channels)],
          ["Since", <Time key="since" at={since} />],
          ["Source", SUPPRESSION_NAMES[source]],
          reason === "" ? null : ["Reason", <bdi key="reason">{reason}</bdi>],
        ]}
      />
      {mayChange && (
        <Stack gap="xs" mt="md">
          {!onRequest && !isAdmin && (
            <Text size="xs" c="dimmed">
              {firmly(source)}
            </Text>
          )}
          <Group gap="xs">
            {onRequest && <Suppress contact={contact}>Change</Suppress>}
            {(onRequest || isAdmin) && <Lift contact={contact} source={source} />}
          </Group>
        </Stack>
      )}
    </Panel>
  );
}
