import { Alert, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as TEST } from "@/app/v1/sso/check/route";
import { GET as SSO } from "@/app/v1/sso/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute, requireSession } from "@/lib/http/page";
import { OperatorRequest } from "./_components/operator-request";
import { SetupSteps } from "./_components/setup-steps";

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
              <OperatorRequest
                help={t("plan.help")}
                commands={[`npm run workspace -- plan ${session.workspace.id} enterprise`]}
              />
            </Alert>
          )}
          <SetupSteps
            sso={sso.data}
            test={test.data}
            workspaceId={session.workspace.id}
            self={session.ctx.actor.id}
          />
        </Stack>
      )}
    </>
  );
}
