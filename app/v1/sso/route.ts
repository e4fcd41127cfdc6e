import { route } from "@/lib/http";
import { endPasswordSessions } from "@/lib/identity/auth";
import { putSso, readSso, removeSso } from "@/lib/identity/sso";
import { PutSso, Sso } from "@/lib/identity/sso/schema";

const tags = ["Single sign-on"];

export const GET = route(
  {
    summary: "Read the single sign-on of the workspace",
    tags,
    can: "sso.manage",
    refuseTest: true,
    response: Sso,
  },
  (ctx) => readSso(ctx),
);

export const PUT = route(
  {
    summary: "Connect an identity provider, or change how it is used",
    description:
      "By `metadata_xml` or `metadata_url`; without them the connected provider stays. Domains wait until the operator confirms them. `enforced` shuts passwords for this workspace and ends the sessions that they opened; it is refused until a sign-in or a test of this provider has worked.",
    tags,
    can: "sso.manage",
    refuseTest: true,
    body: PutSso,
    response: Sso,
  },
  (ctx, { body }) => putSso(ctx, body, (tx) => endPasswordSessions(tx, ctx.workspaceId, ctx.now())),
);

export const DELETE = route(
  {
    summary: "Disconnect the identity provider",
    description: "Passwords open the workspace again.",
    tags,
    can: "sso.manage",
    refuseTest: true,
    status: 204,
  },
  async (ctx) => {
    await removeSso(ctx);
    return undefined;
  },
);
