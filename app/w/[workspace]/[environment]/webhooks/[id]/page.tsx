import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as DELIVERIES } from "@/app/v1/webhooks/[id]/deliveries/route";
import { PATCH, GET as WEBHOOK } from "@/app/v1/webhooks/[id]/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { WebhookBadge } from "../_components/webhook-badge";
import { Actions } from "./_components/actions";
import { DeliveryTable } from "./_components/delivery-table";
import { Health } from "./_components/health";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("webhooks");
  return { title: t("singular") };
}

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("webhooks");
  // The webhook is read last, so that its state is never older than the deliveries that are shown below it.
  const deliveries = await readRoute(DELIVERIES, { params: await params, query: await searchParams });
  const result = await readRoute(WEBHOOK, { params: await params });
  if (result.problem) return <ProblemState problem={result.problem} />;
  if (deliveries.problem) return <ProblemState problem={deliveries.problem} />;
  const webhook = result.data;
  const mayChange = canUse(session, PATCH);
  return (
    <>
      <PageHeader
        title={new URL(webhook.url).host}
        description={webhook.description || t("deliveries.description")}
        back={{ href: "/webhooks", label: t("title") }}
        badge={<WebhookBadge webhook={webhook} />}
        actions={mayChange && <Actions webhook={webhook} />}
      />
      <Health webhook={webhook} />
      <DeliveryTable page={deliveries.data} mayReplay={mayChange && webhook.enabled} />
    </>
  );
}
