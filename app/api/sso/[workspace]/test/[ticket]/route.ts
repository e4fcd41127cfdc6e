import { failed, go, isAdmitted, textResponse, workspaceIn } from "@/app/api/sso/answer";
import { beginTest } from "@/lib/identity/sso";

type Context = { params: Promise<{ workspace: string; ticket: string }> };

/** Sends the browser of a test to the identity provider. */
export async function GET(request: Request, context: Context): Promise<Response> {
  const { workspace, ticket } = await context.params;
  const id = workspaceIn(workspace);
  if (id === null) return textResponse(404);
  if (!(await isAdmitted(request))) return textResponse(429);
  try {
    return go(await beginTest(id, ticket));
  } catch (error) {
    return failed(request, error);
  }
}
