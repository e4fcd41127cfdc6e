import { Group, Paper } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as CAMPAIGN } from "@/app/v1/campaigns/route";
import { POST as IMPORT } from "@/app/v1/contacts/imports/route";
import { GET as CONTACTS, POST as CREATE } from "@/app/v1/contacts/route";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { ContactFilters } from "./_components/contact-filters";
import { ContactTable } from "./_components/contact-table";
import { ImportContacts } from "./_components/import-contacts";
import { NewContact } from "./_components/new-contact";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("contacts");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("contacts");
  const contacts = await readRoute(CONTACTS, { query: { ...(await searchParams), include_total: "true" } });
  const mayCreate = canUse(session, CREATE);
  const toolbar = <ContactFilters total={contacts.data?.total} />;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            {canUse(session, CAMPAIGN) && (contacts.data?.data.length ?? 0) > 0 && (
              <LinkButton href="/campaigns/new" variant="default">
                {t("list.startCampaign")}
              </LinkButton>
            )}
            {canUse(session, IMPORT) && <ImportContacts />}
            {mayCreate && <NewContact />}
          </>
        }
      />
      {contacts.problem ? (
        <Paper withBorder p="md">
          <Group gap="sm">{toolbar}</Group>
          <ProblemState problem={contacts.problem} />
        </Paper>
      ) : (
        <ContactTable
          page={{ data: contacts.data.data, next_cursor: contacts.data.next_cursor }}
          toolbar={toolbar}
          mayCreate={mayCreate}
        />
      )}
    </>
  );
}
