import type { Metadata } from "next";
import { POST as CREATE, GET as WEBHOOKS } from "@/app/v1/webhooks/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { NewWebhook } from "./_components/new-webhook";
import { WebhookTable } from "./_components/webhook-table";

export const metadata: Metadata = { title: "Webhooks" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const webhooks = await readRoute(WEBHOOKS, { query: await searchParams });
  const mayCreate = canUse(session, CREATE);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description={
          mayCreate
            ? "What happens is told to your own systems, signed and masked."
            : "What happens is told to your own systems, signed and masked. Admins and owners set it up."
        }
        actions={mayCreate && <NewWebhook />}
      />
      {webhooks.problem ? <ProblemState problem={webhooks.problem} /> : <WebhookTable page={webhooks.data} />}
    </>
  );
}
