import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as CREATE, GET as WEBHOOKS } from "@/app/v1/webhooks/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { NewWebhook } from "./_components/new-webhook";
import { WebhookTable } from "./_components/webhook-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("webhooks");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("webhooks");
  const webhooks = await readRoute(WEBHOOKS, { query: await searchParams });
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t(`description.${mayCreate ? "manage" : "view"}`)}
        actions={mayCreate && <NewWebhook />}
      />
      {webhooks.problem ? <ProblemState problem={webhooks.problem} /> : <WebhookTable page={webhooks.data} />}
    </>
  );
}
