import type { ReactNode } from "react";
import { GET as UNREAD } from "@/app/v1/notices/unread/route";
import { GET as ACTIVE } from "@/app/v1/staff-access/active/route";
import { read, requireSession } from "@/lib/http/page";
import { Shell } from "./_components/shell";
import { LookingBanner, StaffBanner } from "./_components/staff-banner";

export default async function Layout({ children }: { children: ReactNode }) {
  const { ctx, person, workspace, staff } = await requireSession();
  const banner = staff ? (
    <LookingBanner workspace={workspace.name} until={staff.until} />
  ) : (
    <StaffBanner active={(await read(ACTIVE)).data?.data ?? []} />
  );
  // Staff are members of nothing, and are told of nothing.
  const unread = staff ? null : ((await read(UNREAD)).data?.unread ?? null);
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
