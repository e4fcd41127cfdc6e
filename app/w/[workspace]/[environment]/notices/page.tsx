import { Box } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as PREFERENCES } from "@/app/v1/notices/mail/route";
import { POST as READ } from "@/app/v1/notices/read/route";
import { GET as NOTICES } from "@/app/v1/notices/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { EmailPanel } from "./_components/email-panel";
import { NoticeList } from "./_components/notice-list";
import { ReadAll } from "./_components/read-all";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("notices");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const t = await getTranslations("notices");
  const session = await requireSession();
  const query = await searchParams;
  const [notices, preferences] = await Promise.all([readRoute(NOTICES, { query }), readRoute(PREFERENCES)]);
  const hasUnread = notices.data?.data.some(({ read_at }) => read_at === null) ?? false;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={hasUnread && canUse(session, READ) && <ReadAll />}
      />
      {notices.problem ? <ProblemState problem={notices.problem} /> : <NoticeList page={notices.data} />}
      {preferences.data && (
        <Box maw={860} mt="xl">
          <EmailPanel {...preferences.data} />
        </Box>
      )}
    </>
  );
}
