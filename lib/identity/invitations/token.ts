import { hash } from "node:crypto";
import { signTicket } from "@/lib/platform/crypto";
import { linkTo } from "@/lib/platform/mail";

/**
 * The token of a link: 256 bits derived from the root key. It is derived where it is needed, so that neither
 * the database nor a job's payload contains it.
 */
const tokenOf = (id: string, issue: number): string => signTicket("invitation", `${id}|${issue}`);

/** The hash of a token that the database stores. */
export const hashToken = (token: string): Buffer => hash("sha256", token, "buffer");

export const tokenHashOf = (id: string, issue: number): Buffer => hashToken(tokenOf(id, issue));
export const linkOf = (id: string, issue: number): string => linkTo(`/invite/${tokenOf(id, issue)}`);
