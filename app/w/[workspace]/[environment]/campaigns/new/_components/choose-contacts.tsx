"use client";

import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { api } from "@/components/api";
import type { ResponseOf } from "@/components/api-types";
import { useAction } from "@/components/use-action";
import type { Contact } from "@/lib/contacts/contacts/schema";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { contacts } from "../../_components/parts";
import { askedOf } from "./asked";

const SHOWN = "25";
type ContactList = ResponseOf<"GET", "/v1/contacts">;

/** Reason in the contact's record why it would not be reached. */
function ReachBadge({ contact, campaign }: { contact: Contact; campaign: Campaign }) {
  const key = askedOf(campaign);
  const channel = campaign.channel === "phone" ? "call" : "text";
  if (contact.suppression?.channels.includes(channel)) return <Badge color="orange">Suppressed</Badge>;
  const { state } = contact.consent[key];
  if (state === "revoked") return <Badge color="red">Consent taken back</Badge>;
  return state === "unknown" ? <Badge color="gray">No consent</Badge> : <Badge color="teal">Agreed</Badge>;
}

const labelOf = ({ name, phone }: Contact): string => (name === null ? phone : `${name}, ${phone}`);

/** Adds people who are contacts already, found by name or number. */
export function ChooseContacts({ campaign }: { campaign: Campaign }) {
  const { busy, run } = useAction();
  const [q, setQ] = useState("");
  const [found, setFound] = useState<ContactList | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);

  const load = async (cursor: string | null) => {
    const words = q.trim();
    const query = {
      limit: SHOWN,
      ...(words !== "" && { q: words }),
      ...(cursor !== null && { cursor }),
    };
    const result = await run(() => api.get("/v1/contacts", { query }), { refresh: false });
    if (!result.ok) return;
    const before = cursor === null ? [] : (found?.data ?? []);
    setFound({ ...result.data, data: [...before, ...result.data.data] });
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return load(null);
  };
  const add = async () => {
    const request = { params: { id: campaign.id }, body: { contacts: [...chosen] } };
    const result = await run(() => api.post("/v1/campaigns/:id/contacts", request), {
      done: "They are in the campaign. Who was in it already is not in it twice.",
    });
    if (result.ok) setChosen([]);
  };

  const all = found?.data ?? [];
  return (
    <Stack>
      <form onSubmit={search}>
        <Group align="flex-end" gap="sm">
          <TextInput
            type="search"
            label="Name or whole number"
            description="Empty: the latest contacts."
            maxLength={200}
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
            flex={1}
            miw={200}
          />
          <Button
            type="submit"
            variant="default"
            loading={busy}
            leftSection={<IconSearch size={16} aria-hidden />}
          >
            Search
          </Button>
        </Group>
      </form>
      {found !== null && all.length === 0 && (
        <Text size="sm" role="status">
          No contact matches. A search finds whole words of a name, and whole numbers.
        </Text>
      )}
      {all.length > 0 && (
        <>
          <Checkbox
            label={`All ${all.length} that are shown`}
            checked={chosen.length === all.length}
            indeterminate={chosen.length > 0 && chosen.length < all.length}
            onChange={(event) => setChosen(event.currentTarget.checked ? all.map(({ phone }) => phone) : [])}
          />
          <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label="Contacts found">
            <Stack gap="xs">
              {all.map((contact) => (
                <Group key={contact.id} gap="sm" justify="space-between" wrap="nowrap">
                  <Checkbox value={contact.phone} label={labelOf(contact)} />
                  <ReachBadge contact={contact} campaign={campaign} />
                </Group>
              ))}
            </Stack>
          </Checkbox.Group>
          <Group>
            <Button variant="default" loading={busy} disabled={chosen.length === 0} onClick={add}>
              {chosen.length === 0 ? "Add them" : `Add ${contacts(chosen.length)}`}
            </Button>
            {found?.next_cursor && (
              <Button variant="subtle" loading={busy} onClick={() => load(found.next_cursor)}>
                Show more
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
