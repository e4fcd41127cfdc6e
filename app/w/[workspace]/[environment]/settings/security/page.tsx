import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as IMPORT } from "@/app/v1/encryption/import/route";
import { POST as ROTATE } from "@/app/v1/encryption/rotate/route";
import { GET as ENCRYPTION } from "@/app/v1/encryption/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { CustomerKey } from "./_components/customer-key";
import { DataKeys } from "./_components/data-keys";
import { EncryptionScope } from "./_components/encryption-scope";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("encryption");
  return { title: t("title") };
}

export default async function Page() {
  const session = await requireSession();
  const t = await getTranslations("encryption");
  const encryption = await readRoute(ENCRYPTION);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {encryption.problem ? (
        <ProblemState problem={encryption.problem} />
      ) : (
        <Stack gap="lg">
          <DataKeys encryption={encryption.data} mayRotate={canUse(session, ROTATE)} />
          <CustomerKey encryption={encryption.data} mayChange={canUse(session, IMPORT)} />
          <EncryptionScope />
        </Stack>
      )}
    </>
  );
}
