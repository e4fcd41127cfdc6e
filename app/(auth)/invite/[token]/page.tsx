import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageSession } from "@/lib/http/page";
import { previewInvitation } from "@/lib/identity/auth";
import { iso, systemClock } from "@/lib/platform/clock";
import { AcceptForm } from "./_components/accept-form";
import { BySso } from "./_components/by-sso";
import { JoinButton } from "./_components/join-button";
import { NoInvitation } from "./_components/no-invitation";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("auth");
  return { title: t("invite.pageTitle") };
}

type Props = { params: Promise<{ token: string }> };

export default async function Page({ params }: Props) {
  const { token } = await params;
  const invitation = await previewInvitation(token, iso(systemClock.now()));
  if (invitation === null) return <NoInvitation />;
  if (invitation.sso) return <BySso workspace={invitation.workspace} />;
  const session = await pageSession();
  if (session === null) return <AcceptForm token={token} invitation={invitation} />;
  return <JoinButton token={token} invitation={invitation} as={session.person.email} />;
}
