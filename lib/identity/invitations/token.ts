import { hash } from "node:crypto";
import { signTicket } from "@/lib/platform/crypto";
import { linkTo } from "@/lib/platform/mail";

/**
 * A link's token, of 256 bits that nobody can guess without the root key. It is made anew where it is needed, so that
 * neither the database nor a job's payload ever holds it.
 */
const tokenOf = (id: string, issue: number): string => signTicket("invitation", `${id}|${issue}`);

/** What the database keeps of a token. */
export const tokenHash = (token: string): Buffer => hash("sha256", token, "buffer");

export const hashOf = (id: string, issue: number): Buffer => tokenHash(tokenOf(id, issue));
export const linkOf = (id: string, issue: number): string => linkTo(`/invite/${tokenOf(id, issue)}`);
