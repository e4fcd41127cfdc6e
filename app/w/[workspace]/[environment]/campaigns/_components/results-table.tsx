"use client";

import { Anchor, Box, Stack, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { ChoiceSelect } from "@/components/choice-select";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { Link } from "@/components/link";
import { NO_VALUE } from "@/components/no-value";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { TrunkTries } from "@/components/trunk-tries";
import { useAddress } from "@/components/use-address";
import { inWords } from "@/components/words";
import type { CampaignContact } from "@/lib/outreach/campaigns/schema";
import { CAMPAIGN_CONTACT_STATUSES } from "@/lib/outreach/campaigns/values";
import { ContactStatusBadge } from "./campaign-status";
import { RemoveContact } from "./remove-contacts";
import classes from "./results-table.module.css";

type Row = CampaignContact & { id: string };

const MESSAGE_PX = 320;

function LastCall({ last_call_id: id, phone, last_call_tries: tries }: Row) {
  const t = useTranslations("campaigns");
  if (id === null) return NO_VALUE;
  return (
    <>
      <Anchor
        component={Link}
        href={`/calls/${id}`}
        prefetch={false}
        size="sm"
        aria-label={t("contacts.callOf", { contact: phone ?? t("deletedContact") })}
      >
        {t("contacts.openCall")}
      </Anchor>
      {tries.length > 1 && (
        <Box maw={MESSAGE_PX} miw={180}>
          <TrunkTries tries={tries} />
        </Box>
      )}
    </>
  );
}

/** Each reason against contact. */
const Reasons = ({ reasons }: Row) =>
  reasons.length === 0 ? (
    NO_VALUE
  ) : (
    <Stack gap={2} maw={MESSAGE_PX}>
      {reasons.map(({ code, message }) => (
        <Text key={code} size="sm">
          {message}
        </Text>
      ))}
    </Stack>
  );

function useColumns(): { columns: Column<Row>[]; remove: Column<Row> } {
  const t = useTranslations("campaigns");
  return useMemo(
    () => ({
      columns: [
        {
          id: "phone",
          header: t("contacts.contact"),
          hidable: false,
          cell: ({ contact_id: id, phone, name }) =>
            phone === null ? (
              <Text size="sm" c="dimmed">
                {t("contacts.deleted")}
              </Text>
            ) : (
              <RowLink href={`/contacts/${id}`}>
                {name !== null && <bdi className={classes.name}>{name}</bdi>}{" "}
                <span className={classes.phone}>{phone}</span>
              </RowLink>
            ),
        },
        {
          id: "status",
          header: t("list.status"),
          narrow: "corner",
          cell: ({ status }) => <ContactStatusBadge status={status} />,
        },
        {
          id: "outcome",
          header: t("contacts.outcome"),
          narrow: "plain",
          cell: ({ outcome }) => (outcome === null ? NO_VALUE : <Text size="sm">{inWords(outcome)}</Text>),
        },
        {
          id: "reasons",
          header: t("contacts.reasons"),
          narrow: "plain",
          cell: (row) => <Reasons {...row} />,
        },
        {
          id: "attempts",
          header: t("contacts.attempts"),
          align: "right",
          cell: ({ attempts }) => attempts,
        },
        {
          id: "next",
          header: t("contacts.next"),
          cell: ({ next_attempt_at: at, status }) =>
            at === null || status !== "held" ? NO_VALUE : <Time at={at} />,
        },
        { id: "call", header: t("contacts.call"), narrow: "plain", cell: (row) => <LastCall {...row} /> },
      ],
      remove: {
        id: "remove",
        header: t("contacts.remove"),
        align: "right",
        cell: ({ campaign_id: campaignId, contact_id: contactId, phone }) => (
          <RemoveContact campaignId={campaignId} contactId={contactId} phone={phone} />
        ),
      },
    }),
    [t],
  );
}

/** Columns of a draft: a contact without an attempt has no further details. */
const DRAFT_COLUMNS = new Set(["phone", "status"]);

type Props = {
  page: TablePage<CampaignContact>;
  /** Whether the campaign is a draft, so that its contacts have no attempts. */
  draft?: boolean;
  /** Whether the member can remove contacts from the draft. */
  mayRemove?: boolean;
  empty: ReactNode;
};

/** The contacts of a campaign, the latest added first. Page and filter are in the address. */
export function ResultsTable({ page, draft = false, mayRemove = false, empty }: Props) {
  const t = useTranslations("campaigns");
  const address = useAddress();
  const status = address.get("status");
  const { columns, remove } = useColumns();
  const draftColumns = [...columns.filter(({ id }) => DRAFT_COLUMNS.has(id)), ...(mayRemove ? [remove] : [])];
  const rows = page.data.map((row): Row => ({ ...row, id: row.contact_id }));
  return (
    <DataTable
      label={t("contacts.label")}
      columns={draft ? draftColumns : columns}
      page={{ ...page, data: rows }}
      minWidth={draft ? 320 : 860}
      toolbar={
        !draft && (
          <ChoiceSelect
            aria-label={t("contacts.status")}
            placeholder={t("list.anyStatus")}
            data={CAMPAIGN_CONTACT_STATUSES.map((value) => ({
              value,
              label: t(`contactStatus.${value}`),
            }))}
            value={status}
            onChange={(next) => address.set({ status: next })}
            clearable
            w={180}
          />
        )
      }
      empty={
        <EmptyState
          order={3}
          title={status === null ? t("contacts.empty") : t("contacts.noMatch")}
          icon={<IconUsers size={30} stroke={1.5} aria-hidden />}
        >
          {status === null ? empty : t("contacts.noMatchHelp")}
        </EmptyState>
      }
    />
  );
}
