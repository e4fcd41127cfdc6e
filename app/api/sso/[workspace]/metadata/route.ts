import { failed, isAdmitted, textResponse, workspaceIn } from "@/app/api/sso/answer";
import { readServiceMetadata } from "@/lib/identity/sso";

type Context = { params: Promise<{ workspace: string }> };

/** This service's metadata, for an identity provider. They are open, and the same whether there is such a workspace. */
export async function GET(request: Request, context: Context): Promise<Response> {
  const workspace = workspaceIn((await context.params).workspace);
  if (workspace === null) return textResponse(404);
  if (!(await isAdmitted(request))) return textResponse(429);
  try {
    return new Response(await readServiceMetadata(workspace), {
      headers: { "Content-Type": "application/samlmetadata+xml", "Cache-Control": "no-store" },
    });
  } catch (error) {
    failed(request, error);
    return textResponse(503);
  }
}
