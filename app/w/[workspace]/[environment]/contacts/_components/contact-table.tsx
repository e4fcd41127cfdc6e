"use client";

import { Button, Code, Paper, Stack, Text } from "@mantine/core";
import { IconAddressBook, IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type Column, DataTable, type TablePage } from "@/components/data-table";
import { LinkButton } from "@/components/link-button";
import { RowLink } from "@/components/row-link";
import { EmptyState } from "@/components/states";
import { Time } from "@/components/time";
import { useAddress } from "@/components/use-address";
import type { Contact } from "@/lib/contacts/contacts/schema";
import { InformationalConsent, SuppressionBadge } from "./badges";
import { isFiltered, NO_FILTERS } from "./contact-filters";
import { titleOf, zoneSource } from "./labels";

const ICON = { size: 30, stroke: 1.5, "aria-hidden": true } as const;

const none = (
  <Text size="sm" c="dimmed" component="span">
    <span aria-hidden>–</span>
  </Text>
);

function Zone({ timezone, timezone_source }: Contact) {
  if (timezone === null)
    return (
      <Text size="sm" c="dimmed">
        Not known
      </Text>
    );
  return (
    <>
      <Text size="sm">{timezone}</Text>
      <Text size="xs" c="dimmed">
        {zoneSource(timezone_source)}
      </Text>
    </>
  );
}

const COLUMNS: Column<Contact>[] = [
  {
    id: "name",
    header: "Name",
    hidable: false,
    cell: (contact) => (
      <RowLink href={`/contacts/${contact.id}`} style={{ overflowWrap: "anywhere" }}>
        <bdi>{titleOf(contact)}</bdi>
      </RowLink>
    ),
  },
  {
    id: "phone",
    header: "Number",
    cell: ({ phone }) => (
      <Text size="sm" style={{ whiteSpace: "nowrap" }}>
        {phone}
      </Text>
    ),
  },
  { id: "timezone", header: "Time zone", cell: (contact) => <Zone {...contact} /> },
  {
    id: "consent",
    header: "Consent to information",
    cell: ({ consent }) => <InformationalConsent consent={consent} />,
  },
  {
    id: "suppression",
    header: "Suppression",
    cell: ({ suppression }) => (suppression === null ? none : <SuppressionBadge suppression={suppression} />),
  },
  { id: "created_at", header: "Created", cell: ({ created_at }) => <Time at={created_at} as="date" /> },
  {
    id: "region",
    header: "Region",
    hidden: true,
    cell: ({ region }) => (region === null ? none : <Text size="sm">{region}</Text>),
  },
  { id: "id", header: "Id", hidden: true, cell: ({ id }) => <Code fz="xs">{id}</Code> },
];

function NoContacts({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      title="No contacts yet"
      icon={<IconAddressBook {...ICON} />}
      action={
        <LinkButton href="/docs" variant="default">
          Read how the API adds them
        </LinkButton>
      }
    >
      <Stack gap="xs">
        <span>
          A contact is somebody whom agents may reach: a number, the consent that they gave, and whether they
          are to be left alone. Without consent nobody is called or texted.
        </span>
        <span>
          {mayCreate
            ? "Make one here, import a file, or let your systems add them by the API."
            : "A builder of this workspace can make one."}{" "}
          The switch at the top chooses between live and test.
        </span>
      </Stack>
    </EmptyState>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No contact matches"
      icon={<IconSearchOff {...ICON} />}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      A search finds whole numbers, written in any form, and whole words of a name: what is kept of both is
      sealed, so that parts of them cannot be found.
    </EmptyState>
  );
}

type Props = { page: TablePage<Contact>; toolbar: ReactNode; mayCreate: boolean };

/** Contacts as the address filters them, the newest first. */
export function ContactTable({ page, toolbar, mayCreate }: Props) {
  const address = useAddress();
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }}>
      <DataTable
        label="Contacts"
        columns={COLUMNS}
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
