import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { POST as ROTATE } from "@/app/v1/keys/[id]/rotate/route";
import { POST as CREATE, GET as KEYS } from "@/app/v1/keys/route";
import { PageHeader } from "@/components/page-header";
import { ProblemState } from "@/components/states";
import { canUse, readRoute, requireSession } from "@/lib/http/page";
import { isAtLeast, ROLES } from "@/lib/platform/context";
import { KeyTable } from "./_components/key-table";
import { NewKey } from "./_components/new-key";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("access.keys");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const session = await requireSession();
  // `new` opens the dialog. The other parameters are those of the list.
  const { new: _new, ...query } = await searchParams;
  const keys = await readRoute(KEYS, { query });
  const t = await getTranslations("access.keys");
  const { role } = session.ctx.actor;
  const roles = ROLES.filter((candidate) => isAtLeast(role, candidate));
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={canUse(session, CREATE) && <NewKey roles={roles} environment={session.ctx.environment} />}
      />
      {keys.problem ? (
        <ProblemState problem={keys.problem} />
      ) : (
        <KeyTable page={keys.data} role={role} mayChange={canUse(session, ROTATE)} now={session.ctx.now()} />
      )}
    </>
  );
}
