"use client";

import { Stack } from "@mantine/core";
import { IconAddressBook } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LinkButton } from "@/components/link-button";
import { type ReadPage, RecordList } from "@/components/record-list";
import { Requested } from "@/components/requested";
import type { SavedViews } from "@/components/saved-views/saved-view";
import { EmptyState } from "@/components/states";
import type { ContactRights } from "./bulk/contact-actions";
import { contactColumns } from "./contact-columns";
import type { ContactRow } from "./contact-row";
import { useContactFilters } from "./use-contact-filters";

function NoContacts({ mayCreate }: { mayCreate: boolean }) {
  const t = useTranslations("contacts.list");
  return (
    <EmptyState
      title={t("empty")}
      icon={<IconAddressBook size={30} stroke={1.5} aria-hidden />}
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

const loadActions = async () => (await import("./bulk/contact-actions")).ContactActions;

type Props = {
  page: ReadPage<ContactRow>;
  /** The number of matching contacts; unknown if the address is not valid. */
  total: number | undefined;
  saved: SavedViews;
  rights: ContactRights;
  mayCreate: boolean;
};

/** Contacts as the address filters them, the newest first. */
export function ContactTable({ page, total, saved, rights, mayCreate }: Props) {
  const t = useTranslations("contacts");
  const tCommon = useTranslations("common");
  const filters = useContactFilters();
  const columns = useMemo(() => contactColumns(t, tCommon), [t, tCommon]);
  return (
    <RecordList
      label={t("title")}
      columns={columns}
      page={page}
      filters={filters}
      search={t("list.search")}
      count={total === undefined ? undefined : t("list.count", { count: total })}
      views={{ saved, all: t("list.all") }}
      empty={<NoContacts mayCreate={mayCreate} />}
      noMatch={{ title: t("list.noMatch"), help: t("list.noMatchHelp"), clear: t("list.clear") }}
      minWidth={960}
      bulk={
        Object.values(rights).includes(true)
          ? (selection) => (
              <Requested
                load={loadActions}
                isNeeded={selection.rows.length > 0}
                props={{ selection, rights }}
              />
            )
          : undefined
      }
    />
  );
}
