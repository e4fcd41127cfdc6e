import { route } from "@/lib/http";
import { readTest, startTest } from "@/lib/identity/sso";
import { SsoTest, SsoTestStarted } from "@/lib/identity/sso/schema";

export const GET = route(
  {
    summary: "Read what came of one's last test of single sign-on",
    can: "sso.manage",
    person: true,
    internal: true,
    response: SsoTest,
  },
  (ctx) => readTest(ctx),
);

export const POST = route(
  {
    summary: "Begin a test of single sign-on",
    can: "sso.manage",
    person: true,
    refuseTest: true,
    internal: true,
    response: SsoTestStarted,
    referenceOf: () => "",
    replay: (ctx) => startTest(ctx),
  },
  (ctx) => startTest(ctx),
);
