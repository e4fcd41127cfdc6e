import { randomUUID } from "node:crypto";
import type { Row } from "../../fixtures/report-table";
import { ask } from "../client";
import { type Cluster, OWNER } from "../cluster";
import type { TestWorkspace } from "../workspace";

/** Requests of the session, which HAProxy gives to both servers in turn. */
const REQUESTS = 12;
const cookiesOf = (headers: Headers): string[] =>
  headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");

/** Requests of the session after its end. */
const REFUSALS = 6;

/** Signs in through the proxy with the form's requests. Returns the cookies. */
export async function signIn(origin: string): Promise<string> {
  const form = await ask(origin, "GET", "/api/auth/csrf");
  const before = cookiesOf(form.headers);
  const answer = await ask(origin, "POST", "/api/auth/callback/credentials", {
    cookie: before.join("; "),
    raw: new URLSearchParams({
      ...OWNER,
      code: "",
      break_glass: "",
      callbackUrl: "/",
      csrfToken: String(form.json.csrfToken),
      json: "true",
    }),
  });
  if (answer.status !== 200) throw new Error(`The sign-in answered ${answer.status}.`);
  return [...before, ...cookiesOf(answer.headers)].join("; ");
}

/** Signs out through the proxy with the form's requests. */
async function signOut(origin: string, cookie: string): Promise<void> {
  const form = await ask(origin, "GET", "/api/auth/csrf", { cookie });
  const raw = new URLSearchParams({ csrfToken: String(form.json.csrfToken), callbackUrl: "/", json: "true" });
  const { status } = await ask(origin, "POST", "/api/auth/signout", { cookie, raw });
  if (status !== 200) throw new Error(`The sign-out answered ${status}.`);
}

/** A person who signs in at one server is signed in at both, for the API and for pages, until they sign out. */
export async function checkSession(
  { proxy }: Cluster,
  { origin, workspaceId }: TestWorkspace,
): Promise<Row[]> {
  const cookie = await signIn(origin);
  const headers = { "parley-scope": `${workspaceId}/live` };
  const answers = [];
  for (let n = 0; n < REQUESTS; n++)
    answers.push(await ask(origin, "GET", "/v1/agents", { cookie, headers }));
  const nodes = new Set(await Promise.all(answers.map(({ requestId }) => proxy.nodeOf(requestId))));
  const accepted = answers.filter(({ status }) => status === 200).length;
  const pages: { status: number; marker: string }[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const marker = randomUUID();
    const path = `/w/${workspaceId}/live/agents?probe=${marker}`;
    pages.push({ marker, status: (await ask(origin, "GET", path, { cookie })).status });
  }
  const pageNodes = new Set(await Promise.all(pages.map(({ marker }) => proxy.nodeOf(marker))));
  const opened = pages.filter(({ status }) => status === 200).length;
  await signOut(origin, cookie);
  const late = [];
  for (let n = 0; n < REFUSALS; n++) late.push(await ask(origin, "GET", "/v1/agents", { cookie, headers }));
  const refused = late.filter(({ status }) => status === 401).length;
  const lateNodes = new Set(await Promise.all(late.map(({ requestId }) => proxy.nodeOf(requestId))));
  return [
    {
      check: "session: requests to /v1 after one sign-in",
      measured: `${accepted} of ${REQUESTS} accepted on ${nodes.size} servers`,
      expected: `${REQUESTS} on 2 servers`,
      ok: accepted === REQUESTS && nodes.size === 2,
    },
    {
      check: "session: pages after one sign-in",
      measured: `${opened} of ${REQUESTS} opened on ${pageNodes.size} servers`,
      expected: `${REQUESTS} on 2 servers`,
      ok: opened === REQUESTS && pageNodes.size === 2,
    },
    {
      check: "session: requests after the sign-out",
      measured: `${refused} of ${REFUSALS} refused on ${lateNodes.size} servers`,
      expected: `${REFUSALS} on 2 servers`,
      ok: refused === REFUSALS && lateNodes.size === 2,
    },
  ];
}
