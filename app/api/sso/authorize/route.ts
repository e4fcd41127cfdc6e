import { backToSignIn, failed, go, isAdmitted, workspaceIn } from "@/app/api/sso/answer";
import { beginSignIn } from "@/lib/identity/sso";

/** next-auth sends the browser here with the marks that it has put into its cookies; from here it goes to the provider. */
export async function GET(request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const workspace = workspaceIn(query.get("product") ?? "");
  const [state, codeChallenge] = [query.get("state"), query.get("code_challenge")];
  if (workspace === null || !state || !codeChallenge) return backToSignIn("not_begun_here");
  if (!(await isAdmitted(request))) return backToSignIn("rate_limited");
  try {
    return go(await beginSignIn(workspace, { state, codeChallenge }));
  } catch (error) {
    return failed(request, error);
  }
}
