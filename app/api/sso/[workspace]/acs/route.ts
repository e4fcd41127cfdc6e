import { backToSignIn, failed, go, isAdmitted, textResponse, workspaceIn } from "@/app/api/sso/answer";
import { receiveResponse } from "@/lib/identity/sso";

/** A response at its largest, in base64 with signs escaped, and the relay state. */
const MAX_FORM_BYTES = 512 * 1_024;
const FORM = "application/x-www-form-urlencoded";

type Context = { params: Promise<{ workspace: string }> };

/** The body, as far as it is allowed to go; null for one that is longer. */
async function formOf(request: Request): Promise<URLSearchParams | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > MAX_FORM_BYTES) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/**
 * Where an identity provider has the browser bring its answer. It comes from another site, so that no cookie of ours is
 * with it: what comes of it can be redeemed by the browser alone that began (`/api/auth/callback`).
 */
export async function POST(request: Request, context: Context): Promise<Response> {
  const workspace = workspaceIn((await context.params).workspace);
  if (workspace === null) return textResponse(404);
  if (!(await isAdmitted(request))) return backToSignIn("rate_limited");
  if (!request.headers.get("content-type")?.toLowerCase().startsWith(FORM)) return textResponse(415);
  const form = await formOf(request);
  if (form === null) return textResponse(413);
  try {
    const received = await receiveResponse(workspace, {
      response: form.get("SAMLResponse") ?? "",
      relay: form.get("RelayState") ?? "",
    });
    if (received.kind === "refused") return backToSignIn(received.code);
    if (received.kind === "test") return go("/settings/sso?tested=1");
    if (received.kind === "unsolicited") return go(`/sign-in?sso=begin`);
    const query = new URLSearchParams({ code: `${workspace}.${received.code}`, state: received.state });
    return go(`/api/auth/callback/boxyhq-saml?${query}`);
  } catch (error) {
    return failed(request, error);
  }
}
