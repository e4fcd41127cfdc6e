import { route } from "@/lib/http";
import { endPasswordSessions } from "@/lib/identity/auth";
import { putSso, readSso, removeSso } from "@/lib/identity/sso";
import { PutSso, Sso } from "@/lib/identity/sso/schema";

const tags = ["Single sign-on"];

export const GET = route(
  {
    summary: "Get the workspace's single sign-on",
    tags,
    capability: "sso.manage",
    refuseTest: true,
    response: Sso,
    etag: ({ revision }) => revision,
  },
  (ctx) => readSso(ctx),
);

export const PUT = route(
  {
    summary: "Connect or change an identity provider",
    description:
      "By `metadata_xml` or `metadata_url`; without them, the connected provider stays. Domains take effect once the operator confirms them. `enforced` disables passwords for this workspace and ends the sessions that they opened; it requires a successful sign-in or test with this provider.",
    tags,
    capability: "sso.manage",
    refuseTest: true,
    body: PutSso,
    response: Sso,
    ifMatch: true,
    etag: ({ revision }) => revision,
  },
  (ctx, { body, ifMatch }) =>
    putSso(ctx, body, (tx) => endPasswordSessions(tx, ctx.workspaceId, ctx.now()), { ifMatch }),
);

export const DELETE = route(
  {
    summary: "Disconnect the identity provider",
    description: "Passwords open the workspace again.",
    tags,
    capability: "sso.manage",
    refuseTest: true,
    status: 204,
    ifMatch: true,
  },
  async (ctx, { ifMatch }) => {
    await removeSso(ctx, ifMatch);
    return undefined;
  },
);
