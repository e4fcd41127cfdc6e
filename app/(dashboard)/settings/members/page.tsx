import type { Metadata } from "next";
import { GET as INVITATIONS, POST as INVITE } from "@/app/v1/invitations/route";
import { DELETE as REMOVE } from "@/app/v1/members/[id]/route";
import { POST as TRANSFER } from "@/app/v1/members/[id]/transfer-ownership/route";
import { GET as MEMBERS } from "@/app/v1/members/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { may, read, requireSession } from "@/lib/http/page";
import { atLeast, ROLES } from "@/lib/platform/context";
import { InvitationList } from "./_components/invitation-list";
import { Invite } from "./_components/invite";
import { MemberTable } from "./_components/member-table";
import { RolesTable } from "./_components/roles-table";

export const metadata: Metadata = { title: "Members" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** As many as one looks through; whoever has more open invitations than that renews none by hand. */
const INVITATIONS_SHOWN = "100";

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  const { role, id } = session.ctx.actor;
  const mayInvite = may(session, INVITE);
  const members = await read(MEMBERS, { query: await searchParams });
  const invitations = mayInvite ? await read(INVITATIONS, { query: { limit: INVITATIONS_SHOWN } }) : null;
  const roles = ROLES.filter((one) => atLeast(role, one));
  return (
    <>
      <PageHeader
        title="Members"
        description="Who belongs to this workspace, and what each role may do."
        actions={mayInvite && <Invite roles={roles} />}
      />
      {members.problem ? (
        <ProblemState problem={members.problem} />
      ) : (
        <MemberTable
          page={members.data}
          self={id}
          roles={roles}
          mayManage={may(session, REMOVE)}
          mayTransfer={may(session, TRANSFER)}
        />
      )}
      {invitations?.data && invitations.data.data.length > 0 && (
        <InvitationList invitations={invitations.data.data} roles={roles} />
      )}
      <RolesTable />
    </>
  );
}
