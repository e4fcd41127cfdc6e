import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Sample } from "./sample";

/** The records that pages are about. */
export type PageRecords = Pick<
  Sample,
  | "live"
  | "settled"
  | "running"
  | "contact"
  | "campaign"
  | "webhook"
  | "tool"
  | "suite"
  | "suiteAgent"
  | "run"
  | "deletion"
>;
type Looked = {
  /** Where to find it. */
  at: (sample: PageRecords) => string;
  /** A text that is there once the page is. */
  shows: string;
};

/** How each page of the dashboard is reached, by its folder. */
export const PAGES: Readonly<Record<string, Looked>> = {
  "/": { at: () => "/", shows: "Recent calls" },
  "/agents": { at: () => "/agents", shows: "Front desk of the sample" },
  "/agents/[id]": { at: ({ live }) => `/agents/${live}`, shows: "account_number" },
  "/agents/[id]/scores": { at: ({ live }) => `/agents/${live}/scores`, shows: "Scores by agent version" },
  "/agents/[id]/tests": { at: ({ live }) => `/agents/${live}/tests`, shows: "Callbacks of the sample" },
  "/agents/[id]/tests/[suite]": {
    at: ({ suiteAgent, suite }) => `/agents/${suiteAgent}/tests/${suite}`,
    shows: "Wants a callback",
  },
  "/agents/[id]/tests/[suite]/runs/[run]": {
    at: ({ suiteAgent, suite, run }) => `/agents/${suiteAgent}/tests/${suite}/runs/${run}`,
    shows: "Wants a callback",
  },
  "/agents/[id]/tests/new": {
    at: ({ live }) => `/agents/${live}/tests/new`,
    shows: "Repetitions of each case",
  },
  "/agents/[id]/versions": { at: ({ live }) => `/agents/${live}/versions`, shows: "Version 1" },
  "/analytics": { at: () => "/analytics", shows: "How calls ended" },
  "/calls": { at: () => "/calls", shows: "Front desk of the sample" },
  "/calls/[id]": { at: ({ settled }) => `/calls/${settled}`, shows: "schedule_callback" },
  "/call-routes": { at: () => "/call-routes", shows: "Calls to Trunk of" },
  "/campaigns": { at: () => "/campaigns", shows: "Reminders of the sample" },
  "/campaigns/[id]": { at: ({ campaign }) => `/campaigns/${campaign}`, shows: "+12125550187" },
  "/campaigns/new": {
    at: ({ campaign }) => `/campaigns/new?id=${campaign}&step=when`,
    shows: "Contacts are never called before 08:00",
  },
  "/contacts": { at: () => "/contacts", shows: "+12125550187" },
  "/contacts/[contact]": { at: ({ contact }) => `/contacts/${contact}`, shows: "Order form of the sample" },
  "/integrations": { at: () => "/integrations", shows: "shop.example.com" },
  "/active-calls": { at: ({ running }) => `/active-calls?call=${running}`, shows: "Background jobs" },
  "/notices": { at: () => "/notices", shows: "Events of this workspace" },
  "/settings": { at: () => "/settings", shows: "Defaults for new agents" },
  "/settings/audit": { at: () => "/settings/audit", shows: "key.created" },
  "/settings/deletions": { at: () => "/settings/deletions", shows: "del_" },
  "/settings/deletions/[id]": {
    at: ({ deletion }) => `/settings/deletions/${deletion}`,
    shows: "Requested by",
  },
  "/settings/exports": { at: () => "/settings/exports", shows: "Calls · CSV" },
  "/settings/costs": { at: () => "/settings/costs", shows: "Cost limits" },
  "/settings/keys": { at: () => "/settings/keys", shows: "Key of" },
  "/settings/account": { at: () => "/settings/account", shows: "Two-factor authentication" },
  "/settings/members": { at: () => "/settings/members", shows: "Role permissions" },
  "/phone-numbers": { at: () => "/phone-numbers", shows: "Carrier of" },
  "/settings/security": { at: () => "/settings/security", shows: "Encrypted data" },
  "/settings/staff-access": { at: () => "/settings/staff-access", shows: "Staff access" },
  "/settings/sessions": { at: () => "/settings/sessions", shows: "This session" },
  "/settings/sso": { at: () => "/settings/sso", shows: "1. Create an application at your identity provider" },
  "/settings/subprocessors": {
    at: () => "/settings/subprocessors",
    shows: "Connected by this workspace",
  },
  "/settings/verify": { at: () => "/settings/verify", shows: "Files and keys" },
  "/settings/workspace": { at: () => "/settings/workspace", shows: "Defaults for new agents" },
  "/tools": { at: () => "/tools", shows: "shop.example.com" },
  "/tools/[id]": { at: ({ tool }) => `/tools/${tool}`, shows: "Try it" },
  "/tools/new": { at: () => "/tools/new", shows: "Definition" },
  "/webhooks": { at: () => "/webhooks", shows: "of-the-sample" },
  "/webhooks/[id]": { at: ({ webhook }) => `/webhooks/${webhook}`, shows: "webhook.test" },
};

const DASHBOARD = join(import.meta.dirname, "..", "app", "w", "[workspace]", "[environment]");

/** The folders of every page of the dashboard, as they are in the address: `/agents/[id]`. */
export const FOLDERS: readonly string[] = readdirSync(DASHBOARD, { recursive: true, encoding: "utf8" })
  // The page of addresses without a page only shows the not-found page.
  .filter((file) => basename(file) === "page.tsx" && !file.startsWith("[...path]"))
  .map((file) => `/${relative(DASHBOARD, join(DASHBOARD, dirname(file))).replaceAll(sep, "/")}`)
  .sort();
