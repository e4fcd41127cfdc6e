import { Stack } from "@mantine/core";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { GET as INVITATIONS, POST as INVITE } from "@/app/v1/invitations/route";
import { DELETE as REMOVE } from "@/app/v1/members/[id]/route";
import { POST as TRANSFER } from "@/app/v1/members/[id]/transfer-ownership/route";
import { GET as MEMBERS } from "@/app/v1/members/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { isAtLeast, ROLES } from "@/lib/platform/context";
import { InvitationList } from "./_components/invitation-list";
import { Invite } from "./_components/invite";
import { MemberTable } from "./_components/member-table";
import { RolesTable } from "./_components/roles-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("access.members");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Maximum number of open invitations to list. */
const INVITATIONS_SHOWN = "100";

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const t = await getTranslations("access.members");
  const { role, id } = session.ctx.actor;
  const mayInvite = canUse(session, INVITE);
  // `new` opens the dialog. The other parameters are those of the list.
  const { new: _new, ...query } = await searchParams;
  const members = await readRoute(MEMBERS, { query });
  const invitations = mayInvite
    ? await readRoute(INVITATIONS, { query: { limit: INVITATIONS_SHOWN } })
    : null;
  const roles = ROLES.filter((candidate) => isAtLeast(role, candidate));
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={mayInvite && <Invite roles={roles} />}
      />
      {members.problem ? (
        <ProblemState problem={members.problem} />
      ) : (
        <MemberTable
          page={members.data}
          self={id}
          roles={roles}
          mayManage={canUse(session, REMOVE)}
          mayTransfer={canUse(session, TRANSFER)}
        />
      )}
      <Stack gap="md">
        {invitations?.data && invitations.data.data.length > 0 && (
          <InvitationList invitations={invitations.data.data} roles={roles} />
        )}
        <RolesTable />
      </Stack>
    </>
  );
}
