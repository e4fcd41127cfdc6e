import { Badge, Group, Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as CALL, GET as CALLS } from "@/app/v1/calls/route";
import { GET as CAMPAIGNS } from "@/app/v1/campaigns/route";
import { POST as ACCESS } from "@/app/v1/contacts/[contact]/access-request/route";
import { POST as ADD, GET as CONSENTS } from "@/app/v1/contacts/[contact]/consents/route";
import { DELETE as ERASE } from "@/app/v1/contacts/[contact]/data/route";
import { GET as DECISION } from "@/app/v1/contacts/[contact]/decision/route";
import { GET as EXPLANATION } from "@/app/v1/contacts/[contact]/explanation/route";
import { PUT as HOLD, DELETE as RELEASE } from "@/app/v1/contacts/[contact]/legal-hold/route";
import { GET as CONTACT, DELETE, PATCH } from "@/app/v1/contacts/[contact]/route";
import { PUT as SUPPRESS } from "@/app/v1/contacts/[contact]/suppression/route";
import { GET as DELETIONS } from "@/app/v1/deletions/route";
import { GET as EXPORTS } from "@/app/v1/exports/route";
import { GET as NAMES } from "@/app/v1/members/names/route";
import { LegalHoldPanel } from "@/components/legal-hold-panel";
import { PageHeader } from "@/components/page-header";
import { PlaceCallButton } from "@/components/place-call/place-call-button";
import { ProblemState } from "@/components/states";
import type { Consent } from "@/lib/contacts/consent/schema";
import { canUse, readRoute, redirectInScope, requireSession } from "@/lib/http/page";
import { hasCapability } from "@/lib/identity/access";
import type { CampaignStatus } from "@/lib/outreach/campaigns/schema";
import { Why } from "../../_components/why";
import { SuppressionBadge } from "../_components/badges";
import { titleOf } from "../_components/labels";
import { AccessPanel } from "./_components/access-panel";
import { ConsentHistory } from "./_components/consent-history";
import classes from "./_components/contact.module.css";
import { ContactCalls } from "./_components/contact-calls";
import { DecisionPanel } from "./_components/decision-panel";
import { DeleteContact } from "./_components/delete-contact";
import { DetailsPanel } from "./_components/details-panel";
import { ErasurePanel } from "./_components/erasure-panel";
import { SuppressionPanel } from "./_components/suppression-panel";

/** Page size of both lists, to keep the page short. The consent history has pagination, and calls have their own page. */
const ENTRIES = "20";
const CALLS_SHOWN = "10";
/** As many of the latest campaigns as one page of their list holds. */
const CAMPAIGNS_SHOWN = "100";

type Search = Record<string, string | string[] | undefined>;
type Props = { params: Promise<{ contact: string }>; searchParams: Promise<Search> };

const OPEN_STATUSES: readonly CampaignStatus[] = ["draft", "scheduled", "running", "paused"];

/** Campaigns that can still reach contacts. */
async function openCampaigns() {
  const { data } = await readRoute(CAMPAIGNS, { query: { limit: CAMPAIGNS_SHOWN } });
  return (data?.data ?? [])
    .filter(({ status }) => OPEN_STATUSES.includes(status))
    .map(({ id, name }) => ({ value: id, label: name }));
}

/** A number in the address is escaped, with `%2B` for its plus sign. */
const refOf = async (params: Props["params"]) => ({ contact: decodeURIComponent((await params).contact) });

/** Names of the members in the entries. */
async function namesIn(entries: readonly Consent[]) {
  const ids = entries.flatMap(({ actor, attested_by }) => [actor.id, attested_by ?? ""]);
  const members = new Set(ids.filter((id) => id.startsWith("mem_")));
  const names = await readRoute(NAMES, { query: { ids: [...members].join(",") } });
  return Object.fromEntries((names.data?.data ?? []).map(({ id, name }) => [id, name]));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const contact = await readRoute(CONTACT, { params: await refOf(params) });
  const t = await getTranslations("contacts");
  return { title: contact.data ? titleOf(contact.data) : t("title") };
}

export default async function Page({ params: routeParams, searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations();
  const [params, query] = await Promise.all([refOf(routeParams), searchParams]);
  const contact = await readRoute(CONTACT, { params });
  if (contact.problem) return <ProblemState problem={contact.problem} />;
  const { id, phone, name, suppression, legal_hold } = contact.data;
  // Browsers and proxies store addresses, so that the number does not stay in this one.
  if (id !== params.contact) await redirectInScope(`/contacts/${id}`);
  const mayErase = canUse(session, ERASE);
  const mayAsk = canUse(session, ACCESS);
  const [decision, explanation, consents, calls, campaigns, deletions, files] = await Promise.all([
    readRoute(DECISION, { params, query }),
    readRoute(EXPLANATION, { params, query }),
    readRoute(CONSENTS, { params, query: { ...query, limit: ENTRIES } }),
    readRoute(CALLS, { query: { contact: id, limit: CALLS_SHOWN } }),
    openCampaigns(),
    mayErase ? readRoute(DELETIONS, { query: { contact_id: id, limit: "1" } }) : null,
    mayAsk ? readRoute(EXPORTS, { query: { contact_id: id, limit: "1" } }) : null,
  ]);
  if (consents.problem) return <ProblemState problem={consents.problem} />;
  if (calls.problem) return <ProblemState problem={calls.problem} />;
  return (
    <>
      <PageHeader
        title={<bdi>{titleOf(contact.data)}</bdi>}
        back={{ href: "/contacts", label: t("contacts.title") }}
        {...(name !== null && { description: phone })}
        badge={
          <Group gap={6}>
            {suppression !== null && <SuppressionBadge suppression={suppression} />}
            {legal_hold !== null && <Badge color="blue">{t("calls.hold.title")}</Badge>}
          </Group>
        }
        actions={
          <>
            {canUse(session, CALL) && (
              <PlaceCallButton contact={{ id, phone, name: titleOf(contact.data) }} />
            )}
            {canUse(session, DELETE) && <DeleteContact id={id} />}
          </>
        }
      />
      <div className={classes.grid}>
        <Stack gap="md" miw={0}>
          <DecisionPanel decision={decision} campaigns={campaigns} />
          <Why explanation={explanation} omit={["decision"]} />
          <ConsentHistory
            contactId={id}
            page={{ data: consents.data.data, next_cursor: consents.data.next_cursor }}
            names={await namesIn(consents.data.data)}
            mayAdd={canUse(session, ADD)}
          />
          <ContactCalls contactId={id} calls={calls.data.data} hasMore={calls.data.next_cursor !== null} />
        </Stack>
        <Stack gap="md" miw={0}>
          <SuppressionPanel
            contact={contact.data}
            mayChange={canUse(session, SUPPRESS)}
            isAdmin={hasCapability(session.ctx.actor.role, "contacts.unsuppress")}
          />
          <DetailsPanel contact={contact.data} mayEdit={canUse(session, PATCH)} />
          {mayAsk && (
            <AccessPanel contactId={id} latest={files?.data?.data[0] ?? null} now={session.ctx.now()} />
          )}
          <LegalHoldPanel
            kind="contacts"
            id={id}
            reason={legal_hold}
            mayPlace={canUse(session, HOLD)}
            mayRelease={canUse(session, RELEASE)}
          />
          {mayErase && (
            <ErasurePanel
              contactId={id}
              latest={deletions?.data?.data[0] ?? null}
              isHeld={legal_hold !== null}
            />
          )}
        </Stack>
      </div>
    </>
  );
}
