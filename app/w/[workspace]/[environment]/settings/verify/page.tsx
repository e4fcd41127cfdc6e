import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as HEADS } from "@/app/v1/audit/heads/route";
import { GET as RECEIPT_KEY } from "@/app/v1/deletions/public-key/route";
import { PageHeader } from "@/components/page-header";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { VerifyFiles } from "./_components/verify-files";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("verification.files");
  return { title: t("title") };
}

export default async function Page() {
  const session = await requireSession();
  const t = await getTranslations("verification.files");
  const [receiptKey, heads] = await Promise.all([
    readRoute(RECEIPT_KEY),
    canUse(session, HEADS) ? readRoute(HEADS) : null,
  ]);
  const keys = [receiptKey.data?.public_key, heads?.data?.public_key].filter((key) => key !== undefined);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <VerifyFiles keys={keys.join("")} workspaceId={session.ctx.workspaceId} />
    </>
  );
}
