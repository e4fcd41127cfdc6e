import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as SESSIONS } from "@/app/v1/sessions/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute } from "@/lib/http/page";
import { EndAll } from "./_components/end-all";
import { SessionList } from "./_components/session-list";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("account.sessions");
  return { title: t("title") };
}

export default async function Page() {
  const t = await getTranslations("account.sessions");
  const sessions = await readRoute(SESSIONS);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={<EndAll />} />
      {sessions.problem ? (
        <ProblemState problem={sessions.problem} />
      ) : (
        <SessionList sessions={sessions.data.data} />
      )}
    </>
  );
}
