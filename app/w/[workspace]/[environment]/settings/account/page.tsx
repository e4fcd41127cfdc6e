import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as ACCOUNT } from "@/app/v1/account/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute } from "@/lib/http/page";
import { PasswordPanel } from "./_components/password-panel";
import { SecondFactorPanel } from "./_components/second-factor-panel";
import { SessionsPanel } from "./_components/sessions-panel";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account");
  return { title: t("title") };
}

export default async function Page() {
  const t = await getTranslations("account");
  const account = await readRoute(ACCOUNT);
  if (account.problem) return <ProblemState problem={account.problem} />;
  const { name, email, has_password, second_factor } = account.data;
  return (
    <>
      <PageHeader title={t("title")} description={t("description", { name, email })} />
      <Stack maw={760}>
        <PasswordPanel hasPassword={has_password} />
        <SecondFactorPanel hasPassword={has_password} {...second_factor} />
        <SessionsPanel />
      </Stack>
    </>
  );
}
