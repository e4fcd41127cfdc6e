import type { Metadata } from "next";
import { GET as SESSIONS } from "@/app/v1/sessions/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { readRoute } from "@/lib/http/page";
import { EndAll } from "./_components/end-all";
import { SessionList } from "./_components/session-list";

export const metadata: Metadata = { title: "Sessions" };

export default async function Page() {
  const sessions = await readRoute(SESSIONS);
  return (
    <>
      <PageHeader
        title="Sessions"
        description="Where you are signed in. A session ends by itself after 12 hours."
        actions={<EndAll />}
      />
      {sessions.problem ? (
        <ProblemState problem={sessions.problem} />
      ) : (
        <SessionList sessions={sessions.data.data} />
      )}
    </>
  );
}
