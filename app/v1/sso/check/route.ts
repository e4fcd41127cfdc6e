import { route } from "@/lib/http";
import { createTest, readSsoTest } from "@/lib/identity/sso";
import { SsoTest, SsoTestStarted } from "@/lib/identity/sso/schema";

export const GET = route(
  {
    summary: "Get the result of your last single sign-on test",
    capability: "sso.manage",
    person: true,
    internal: true,
    response: SsoTest,
  },
  (ctx) => readSsoTest(ctx),
);

export const POST = route(
  {
    summary: "Start a single sign-on test",
    capability: "sso.manage",
    person: true,
    refuseTest: true,
    internal: true,
    response: SsoTestStarted,
    referenceOf: () => "",
    replay: (ctx) => createTest(ctx),
  },
  (ctx) => createTest(ctx),
);
