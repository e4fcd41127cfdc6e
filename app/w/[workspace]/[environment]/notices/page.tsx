import { Box } from "@mantine/core";
import type { Metadata } from "next";
import { GET as MAILED } from "@/app/v1/notices/mail/route";
import { POST as READ } from "@/app/v1/notices/read/route";
import { GET as NOTICES } from "@/app/v1/notices/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { MailedPanel } from "./_components/mailed-panel";
import { NoticeList } from "./_components/notice-list";
import { ReadAll } from "./_components/read-all";

export const metadata: Metadata = { title: "Notices" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const query = await searchParams;
  const [found, mailed] = await Promise.all([readRoute(NOTICES, { query }), readRoute(MAILED)]);
  const isNew = found.data?.data.some(({ read_at }) => read_at === null) ?? false;
  return (
    <>
      <PageHeader
        title="Notices"
        description="What you were told of this workspace, in both environments. Notices are kept for 30 days."
        actions={isNew && canUse(session, READ) && <ReadAll />}
      />
      {found.problem ? <ProblemState problem={found.problem} /> : <NoticeList page={found.data} />}
      {mailed.data && (
        <Box maw={860} mt="xl">
          <MailedPanel {...mailed.data} />
        </Box>
      )}
    </>
  );
}
