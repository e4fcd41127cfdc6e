"use client";

import { Badge, Button, Checkbox, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { api } from "@/components/api";
import { ApiError } from "@/components/api-error";
import type { ResponseOf } from "@/components/api-types";
import { SubmitButton } from "@/components/submit-button";
import { complain, useAction } from "@/components/use-action";
import type { Contact } from "@/lib/contacts/contacts/schema";
import type { Campaign } from "@/lib/outreach/campaigns/schema";
import { requiredConsent } from "./campaign-consent";

const SHOWN = "25";
type ContactList = ResponseOf<"GET", "/v1/contacts">;

const COLORS = { suppressed: "orange", revoked: "red", unknown: "gray", granted: "teal" } as const;

/** Whether the contact's record allows the campaign to reach it. */
function ReachBadge({ contact, campaign }: { contact: Contact; campaign: Campaign }) {
  const t = useTranslations("campaigns.add.reach");
  const channel = campaign.channel === "phone" ? "call" : "text";
  const isSuppressed = contact.suppression?.channels.includes(channel);
  const reach = isSuppressed ? "suppressed" : contact.consent[requiredConsent(campaign)].state;
  return <Badge color={COLORS[reach]}>{t(reach)}</Badge>;
}

/** The latest contacts, loaded once, and a setter for search results. */
function useContactList() {
  const t = useTranslations("errors");
  const [list, setList] = useState<ContactList | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    api.get("/v1/contacts", { query: { limit: SHOWN }, signal: controller.signal }).then(
      // A search that has ended meanwhile wins.
      (latest) => setList((current) => current ?? latest),
      (error: unknown) => {
        if (!controller.signal.aborted && error instanceof ApiError) complain(t, error);
      },
    );
    return () => controller.abort();
  }, [t]);
  return [list, setList] as const;
}

/** Adds existing contacts: the latest ones, or those that match a name or a number. */
export function ChooseContacts({ campaign }: { campaign: Campaign }) {
  const t = useTranslations("campaigns.add");
  const tSearch = useTranslations("contacts.list");
  const { busy, run } = useAction();
  const [q, setQ] = useState("");
  /** The words that the list was searched for, while the field may have later ones. */
  const [searched, setSearched] = useState("");
  const [list, setList] = useContactList();
  const [chosen, setChosen] = useState<readonly string[]>([]);

  const load = async (cursor: string | null) => {
    const words = cursor === null ? q.trim() : searched;
    const query = {
      limit: SHOWN,
      ...(words !== "" && { q: words }),
      ...(cursor !== null && { cursor }),
    };
    const result = await run(() => api.get("/v1/contacts", { query }), { refresh: false });
    if (!result.ok) return;
    const before = cursor === null ? [] : (list?.data ?? []);
    setSearched(words);
    setList({ ...result.data, data: [...before, ...result.data.data] });
  };
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return load(null);
  };
  const add = async () => {
    const request = { params: { id: campaign.id }, body: { contacts: [...chosen] } };
    const result = await run(() => api.post("/v1/campaigns/:id/contacts", request), { done: t("done") });
    if (result.ok) setChosen([]);
  };

  const contacts = list?.data ?? [];
  return (
    <Stack>
      <form onSubmit={search}>
        <Group align="flex-end" gap="sm">
          <TextInput
            type="search"
            label={tSearch("search")}
            description={t("searchHelp")}
            maxLength={200}
            value={q}
            onChange={(event) => setQ(event.currentTarget.value)}
            flex={1}
            miw={200}
          />
          <SubmitButton variant="default" loading={busy} leftSection={<IconSearch size={16} aria-hidden />}>
            {t("search")}
          </SubmitButton>
        </Group>
      </form>
      {list === null && <Loader size="sm" aria-label={t("loading")} />}
      {list !== null && contacts.length === 0 && (
        <Text size="sm" role="status">
          {searched !== "" ? t("noMatch") : t("noContacts")}
        </Text>
      )}
      {contacts.length > 0 && (
        <>
          <Checkbox
            label={t("all", { count: contacts.length })}
            checked={chosen.length === contacts.length}
            indeterminate={chosen.length > 0 && chosen.length < contacts.length}
            onChange={(event) =>
              setChosen(event.currentTarget.checked ? contacts.map(({ phone }) => phone) : [])
            }
          />
          <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={t("found")}>
            <Stack gap="xs">
              {contacts.map((contact) => (
                <Group key={contact.id} gap="sm" justify="space-between" wrap="nowrap">
                  <Checkbox
                    value={contact.phone}
                    label={
                      contact.name === null
                        ? contact.phone
                        : t("contact", { name: contact.name, phone: contact.phone })
                    }
                  />
                  <ReachBadge contact={contact} campaign={campaign} />
                </Group>
              ))}
            </Stack>
          </Checkbox.Group>
          <Group>
            <Button variant="default" loading={busy} disabled={chosen.length === 0} onClick={add}>
              {t("action", { count: chosen.length })}
            </Button>
            {list?.next_cursor && (
              <Button variant="subtle" loading={busy} onClick={() => load(list.next_cursor)}>
                {t("showMore")}
              </Button>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
