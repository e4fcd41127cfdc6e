import type { Browser, Page } from "@playwright/test";
import { buildIdpMetadata, newIdpKey } from "@/lib/identity/sso/testing/idp";
import { ask, make } from "./ask";
import { makeSample, type Sample } from "./sample";
import { operate, signIn, staffLink } from "./session";

/** A sample, and one of each thing that only admins and owners have to do with. */
export type Privileged = Sample & {
  /** The viewer who signs in here. */
  member: string;
  invitation: string;
  /** A key whose maker has left. */
  left_key: string;
  asked_ticket: string;
  active_ticket: string;
};

type Listed = { data: { id: string; name: string; created_by: string }[] };
const listed = async (page: Page, path: string) =>
  ((await ask(page, "GET", path)).json as unknown as Listed).data;

const ISSUER = "https://idp.example.com";
const PASSWORD = "a password of the tests";

/** A key that an admin has made who is a member no more. */
async function leaveKey(page: Page, name: string): Promise<string> {
  await signIn(page, { role: "admin", fresh: true });
  const body = { name: `Key that was left of ${name}`, role: "viewer", environment: "live" };
  const key = await make(page, "/keys", body);
  await signIn(page, { role: "owner" });
  const maker = (await listed(page, "/keys")).find(({ id }) => id === key)?.created_by ?? "";
  await ask(page, "DELETE", `/members/${maker}`);
  return key;
}

/** Two staff access requests; the owner approves the second. */
async function askAsStaff(browser: Browser, page: Page, workspace_id: string): Promise<[string, string]> {
  const staff = await browser.newPage();
  const email = `staff-of-${workspace_id}@example.com`;
  await ask(staff, "POST", "/staff/password", { token: staffLink(email), password: PASSWORD });
  await ask(staff, "POST", "/staff/session", { email, password: PASSWORD });
  const ticket = () => make(staff, "/staff/tickets", { workspace_id, reason: "Case 7", hours: 1 });
  const [asked, active] = [await ticket(), await ticket()];
  await make(page, `/staff-access/${active}/approve`);
  await staff.close();
  return [asked, active];
}

/** Creates the sample in the signed-in user's workspace and moves it to the Enterprise plan. */
export async function makePrivileged(browser: Browser): Promise<Privileged> {
  const page = await browser.newPage();
  await signIn(page, { role: "viewer" });
  await signIn(page, { role: "owner" });
  const sample = await makeSample(page);
  const members = await listed(page, "/members");
  const member = members.find(({ name }) => name === "Viewer of the tests")?.id ?? "";
  const invitation = await make(page, "/invitations", {
    email: `nina-${sample.name}@example.com`,
    role: "viewer",
  });
  const left_key = await leaveKey(page, sample.name);
  const workspace = (await ask(page, "GET", "/workspace")).json.id ?? "";
  operate("workspace", "plan", workspace, "enterprise");
  const metadata_xml = buildIdpMetadata(ISSUER, `${ISSUER}/sso`, [newIdpKey().certificate]);
  await ask(page, "PUT", "/sso", { metadata_xml, domains: [] });
  const [asked_ticket, active_ticket] = await askAsStaff(browser, page, workspace);
  await page.close();
  return { ...sample, member, invitation, left_key, asked_ticket, active_ticket };
}
