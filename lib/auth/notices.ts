import type { Compilable } from "kysely";
import { db, reader } from "@/lib/db";
import { identityDb, identityQuery } from "@/lib/db/identity";
import { type AccountNotice, enqueue, type Jobs, type OwnersNotice } from "@/lib/jobs";
import { isMailOn, linkTo, MailRefused, type SendMail } from "@/lib/mail";
import { readWorkspace } from "@/lib/workspaces";

type Words = { subject: string; says: string; help: string };

const NOT_YOU = `If that was not you, set a new password at once: ${linkTo("/forgot-password")}`;
const ACCOUNT: Record<AccountNotice, Words> = {
  "password.changed": {
    subject: "Your password was changed",
    says: "The password of your account on Parley was changed, and your other sessions have ended.",
    help: NOT_YOU,
  },
  "password.reset": {
    subject: "Your password was reset",
    says: "The password of your account on Parley was set anew by a link, and all your sessions have ended.",
    help: NOT_YOU,
  },
  "second_factor.enabled": {
    subject: "Your second factor is on",
    says: "Your account on Parley asks for a code of your app from now on.",
    help: NOT_YOU,
  },
  "second_factor.disabled": {
    subject: "Your second factor is off",
    says: "The password alone opens your account on Parley from now on.",
    help: NOT_YOU,
  },
  "second_factor.codes_renewed": {
    subject: "You have new recovery codes",
    says: "New recovery codes were made for your account on Parley, and the former ones open nothing any more.",
    help: NOT_YOU,
  },
};
const OWNERS: Record<OwnersNotice, Words> = {
  "sso.break_glass_used": {
    subject: "A break-glass code was used",
    says: "An owner has signed in to this workspace past its single sign-on, by a break-glass code. The code is used up.",
    help: `The audit log says who and from where: ${linkTo("/settings/audit?action=sso.break_glass_used")}`,
  },
  "sso.certificate_expiring": {
    subject: "A certificate of single sign-on runs out",
    says: "No certificate of this workspace's identity provider is valid for much longer. Once the last has run out, nobody signs in by it.",
    help: `Publish its successor there, and give the new metadata here: ${linkTo("/settings/sso")}`,
  },
  "webhook.disabled": {
    subject: "A webhook was switched off",
    says: "An endpoint of this workspace took nothing for five days, or said that it is gone. Nothing is sent to it any more; events are kept for 30 days.",
    help: `See why, switch it on again and have replayed what it missed: ${linkTo("/webhooks")}`,
  },
};
const isAccount = (notice: string): notice is AccountNotice => Object.hasOwn(ACCOUNT, notice);
const isOwners = (notice: string): notice is OwnersNotice => Object.hasOwn(OWNERS, notice);

/** The statement that has a person told of their account by mail; none where no mail leaves. `now`: RFC 3339. */
export const tellPerson = (userId: string, notice: AccountNotice, now: string): Compilable<unknown>[] =>
  isMailOn
    ? [
        enqueue(
          "mail.notice",
          { notice, userId, place: null, at: now },
          { key: `mail.notice:${userId}:${notice}:${now}`, runAt: now },
        ),
      ]
    : [];

/** The name of a workspace that somebody owns; null for somebody who owns it no more. */
async function ownedBy(userId: string, workspaceId: string): Promise<string | null> {
  const read = reader(workspaceId);
  const owner = await read.one(
    db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .where("role", "=", "owner"),
  );
  return owner === undefined ? null : (await readWorkspace({ workspaceId, db: read })).name;
}

/** What is said, and of what; null where there is nothing to say any more. */
async function wordsOf({
  notice,
  userId,
  place,
}: Jobs["mail.notice"]): Promise<(Words & { of: string }) | null> {
  if (place === null) return isAccount(notice) ? { ...ACCOUNT[notice], of: "" } : null;
  const name = isOwners(notice) ? await ownedBy(userId, place) : null;
  return isOwners(notice) && name !== null ? { ...OWNERS[notice], of: `Workspace: ${name}` } : null;
}

/** Mails a notice. Throws where the server did not take it and may take it later, so that the job comes again. */
export async function mailNotice(payload: Jobs["mail.notice"], send: SendMail): Promise<void> {
  const words = await wordsOf(payload);
  const [user] = await identityQuery(
    identityDb.selectFrom("users").select("email").where("id", "=", payload.userId),
  );
  if (words === null || user === undefined) return;
  const { subject, says, help, of } = words;
  const text = [says, of, `When: ${payload.at}`, help].filter((part) => part !== "").join("\n\n");
  try {
    await send({ to: user.email, subject, text });
  } catch (error) {
    if (!(error instanceof MailRefused && error.forGood)) throw error;
  }
}
