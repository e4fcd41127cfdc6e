import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { GET as UNREAD } from "@/app/v1/notices/unread/route";
import { GET as ACTIVE } from "@/app/v1/staff-access/active/route";
import { GET as DELETION } from "@/app/v1/workspace/deletion/route";
import { readRoute, requireSession } from "@/lib/http/page";
import { ShellMessages } from "@/messages/areas/shell";
import { DeletionBanner } from "./_components/deletion-banner";
import { Shell } from "./_components/shell";
import { StaffBanner, StaffViewBanner } from "./_components/staff-banner";

export default async function Layout({ children }: { children: ReactNode }) {
  const { ctx, person, workspace, staff } = await requireSession();
  const t = await getTranslations("shell.account");
  const deletion = staff ? null : ((await readRoute(DELETION)).data?.deletion ?? null);
  const banner = staff ? (
    <StaffViewBanner workspace={workspace.name} until={staff.until} />
  ) : (
    <>
      {deletion && <DeletionBanner until={deletion.delete_after} />}
      <StaffBanner active={(await readRoute(ACTIVE)).data?.data ?? []} />
    </>
  );
  // Staff are not members and receive no notifications.
  const unread = staff ? null : ((await readRoute(UNREAD)).data?.unread ?? null);
  return (
    <ShellMessages>
      <Shell
        person={{ name: staff ? t("staff") : person.name, email: person.email }}
        workspace={workspace}
        workspaces={person.workspaces}
        environment={ctx.environment}
        unread={unread}
        banner={banner}
      >
        {children}
      </Shell>
    </ShellMessages>
  );
}
