import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as ADD_TO_CAMPAIGN } from "@/app/v1/campaigns/[id]/contacts/route";
import { POST as CAMPAIGN } from "@/app/v1/campaigns/route";
import { DELETE as ERASE } from "@/app/v1/contacts/[contact]/data/route";
import { PUT as SUPPRESS } from "@/app/v1/contacts/[contact]/suppression/route";
import { POST as IMPORT } from "@/app/v1/contacts/imports/route";
import { GET as CONTACTS, POST as CREATE } from "@/app/v1/contacts/route";
import { POST as EXPORT } from "@/app/v1/exports/selection/route";
import { LinkButton } from "@/components/link-button";
import { PageHeader } from "@/components/page-header";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { readSavedViews } from "../_components/read-saved-views";
import { contactRow } from "./_components/contact-row";
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
  // `new` and `import` open dialogs. The other parameters are those of the list.
  const { new: _new, import: _import, ...search } = await searchParams;
  const query = { ...search, include_total: "true" };
  const [contacts, saved] = await Promise.all([
    readRoute(CONTACTS, { query }),
    readSavedViews(session, "contacts"),
  ]);
  const mayCreate = canUse(session, CREATE);
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
      <ContactTable
        page={
          contacts.problem
            ? { problem: contacts.problem }
            : { data: contacts.data.data.map(contactRow), next_cursor: contacts.data.next_cursor }
        }
        total={contacts.data?.total}
        saved={saved}
        rights={{
          maySuppress: canUse(session, SUPPRESS),
          mayAddToCampaign: canUse(session, ADD_TO_CAMPAIGN),
          mayExport: canUse(session, EXPORT),
          mayErase: canUse(session, ERASE),
        }}
        mayCreate={mayCreate}
      />
    </>
  );
}
