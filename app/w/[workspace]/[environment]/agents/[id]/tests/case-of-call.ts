import { GET as CASE } from "@/app/v1/calls/[id]/test-case/route";
import { readRoute } from "@/lib/http/page";

/** Reads the test case of the call that an address names with `?call=`; null without one. */
export const readCaseOfCall = async (call: string | string[] | undefined) =>
  typeof call === "string" ? readRoute(CASE, { params: { id: call } }) : null;
