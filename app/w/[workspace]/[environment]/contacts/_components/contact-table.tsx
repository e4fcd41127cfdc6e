"use client";

import { Button, Code, Paper, Stack, Text } from "@mantine/core";
import { IconAddressBook, IconSearchOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { Contact } from "@/lib/contacts/contacts/schema";
import { InformationalConsent, SuppressionBadge } from "./badges";
import { isFiltered, NO_FILTERS } from "./contact-filters";
import { titleOf } from "./labels";

const ICON = { size: 30, stroke: 1.5, "aria-hidden": true } as const;

const none = (
  <Text size="sm" c="dimmed" component="span">
    <span aria-hidden>–</span>
  </Text>
);

function Zone({ timezone, timezone_source: source }: Contact) {
  const t = useTranslations("contacts");
  if (timezone === null)
    return (
      <Text size="sm" c="dimmed">
        {t("unknown")}
      </Text>
    );
  return (
    <>
      <Text size="sm">{timezone}</Text>
      {source !== null && (
        <Text size="xs" c="dimmed">
          {t(`zoneSource.${source}`)}
        </Text>
      )}
    </>
  );
}

function useColumns(): Column<Contact>[] {
  const t = useTranslations("contacts");
  const tCommon = useTranslations("common");
  return useMemo(
    () => [
      {
        id: "name",
        header: t("details.name"),
        hidable: false,
        cell: (contact) => (
          <RowLink href={`/contacts/${contact.id}`} style={{ overflowWrap: "anywhere" }}>
            <bdi>{titleOf(contact)}</bdi>
          </RowLink>
        ),
      },
      {
        id: "phone",
        header: t("field.phone"),
        cell: ({ phone }) => (
          <Text size="sm" style={{ whiteSpace: "nowrap" }}>
            {phone}
          </Text>
        ),
      },
      { id: "timezone", header: tCommon("timeZone.label"), cell: (contact) => <Zone {...contact} /> },
      {
        id: "consent",
        header: t("list.informational"),
        cell: ({ consent }) => <InformationalConsent consent={consent} />,
      },
      {
        id: "suppression",
        header: t("list.suppression"),
        cell: ({ suppression }) =>
          suppression === null ? none : <SuppressionBadge suppression={suppression} />,
      },
      {
        id: "created_at",
        header: t("details.created"),
        cell: ({ created_at }) => <Time at={created_at} as="date" />,
      },
      {
        id: "region",
        header: t("details.region"),
        hidden: true,
        cell: ({ region }) => (region === null ? none : <Text size="sm">{region}</Text>),
      },
      { id: "id", header: t("details.id"), hidden: true, cell: ({ id }) => <Code fz="xs">{id}</Code> },
    ],
    [t, tCommon],
  );
}

function NoContacts({ mayCreate }: { mayCreate: boolean }) {
  const t = useTranslations("contacts.list");
  return (
    <EmptyState
      title={t("empty")}
      icon={<IconAddressBook {...ICON} />}
      action={
        <LinkButton href="/docs" variant="default">
          {t("emptyAction")}
        </LinkButton>
      }
    >
      <Stack gap="xs">
        <span>{t("emptyHelp")}</span>
        <span>
          {mayCreate ? t("emptyCreate") : t("emptyViewer")} {t("emptyEnvironment")}
        </span>
      </Stack>
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTranslations("contacts.list");
  return (
    <EmptyState
      title={t("noMatch")}
      icon={<IconSearchOff {...ICON} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t("clear")}
        </Button>
      }
    >
      {t("noMatchHelp")}
    </EmptyState>
  );
}

type Props = { page: TablePage<Contact>; toolbar: ReactNode; mayCreate: boolean };

/** Contacts as the address filters them, the newest first. */
export function ContactTable({ page, toolbar, mayCreate }: Props) {
  const t = useTranslations("contacts");
  const address = useAddress();
  const columns = useColumns();
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label={t("title")}
        columns={columns}
        page={page}
        minWidth={960}
        toolbar={toolbar}
        empty={
          isFiltered(address.get) ? (
            <NoMatch onClear={() => address.set(NO_FILTERS)} />
          ) : (
            <NoContacts mayCreate={mayCreate} />
          )
        }
      />
    </Paper>
  );
}
