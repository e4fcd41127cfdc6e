import { Alert, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as TEST } from "@/app/v1/sso/check/route";
import { GET as SSO } from "@/app/v1/sso/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { BreakGlass } from "./_components/break-glass";
import { Connection } from "./_components/connection";
import { ServiceProvider } from "./_components/service-provider";
import { SsoForm } from "./_components/sso-form";
import { TestPanel } from "./_components/test-panel";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sso");
  return { title: t("title") };
}

const WIDTH_PX = 760;

export default async function Page() {
  const session = await requireSession();
  const t = await getTranslations("sso");
  const [sso, test] = await Promise.all([readRoute(SSO), readRoute(TEST)]);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {sso.problem ? (
        <ProblemState problem={sso.problem} />
      ) : (
        <Stack gap="lg" maw={WIDTH_PX}>
          {sso.data.plan === "standard" && (
            <Alert icon={<IconInfoCircle size={18} aria-hidden />} title={t("plan.title")}>
              {t.rich("plan.help", {
                workspace: session.workspace.id,
                code: (text) => <code>{text}</code>,
              })}
            </Alert>
          )}
          <ServiceProvider {...sso.data.service_provider} />
          {sso.data.connection && <Connection connection={sso.data.connection} />}
          <SsoForm key={sso.data.connection?.updated_at ?? "new"} sso={sso.data} />
          {sso.data.connection && <TestPanel test={test.data} />}
          {sso.data.connection && <BreakGlass status={sso.data.break_glass} self={session.ctx.actor.id} />}
        </Stack>
      )}
    </>
  );
}
