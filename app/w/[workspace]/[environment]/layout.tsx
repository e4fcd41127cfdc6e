import type { ReactNode } from "react";
import { GET as UNREAD } from "@/app/v1/notices/unread/route";
import { GET as ACTIVE } from "@/app/v1/staff-access/active/route";
import { GET as DELETION } from "@/app/v1/workspace/deletion/route";
import { readRoute, requireSession } from "@/lib/http/page";
import { DeletionBanner } from "./_components/deletion-banner";
import { Shell } from "./_components/shell";
import { LookingBanner, StaffBanner } from "./_components/staff-banner";

export default async function Layout({ children }: { children: ReactNode }) {
  const { ctx, person, workspace, staff } = await requireSession();
  const going = staff ? null : ((await readRoute(DELETION)).data?.deletion ?? null);
  const banner = staff ? (
    <LookingBanner workspace={workspace.name} until={staff.until} />
  ) : (
    <>
      {going && <DeletionBanner until={going.delete_after} />}
      <StaffBanner active={(await readRoute(ACTIVE)).data?.data ?? []} />
    </>
  );
  // Staff are members of nothing, and are told of nothing.
  const unread = staff ? null : ((await readRoute(UNREAD)).data?.unread ?? null);
  return (
    <Shell
      person={{ name: person.name, email: person.email }}
      workspace={workspace}
      workspaces={person.workspaces}
      environment={ctx.environment}
      unread={unread}
      banner={banner}
    >
      {children}
    </Shell>
  );
}
