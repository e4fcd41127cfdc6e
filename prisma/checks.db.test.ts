import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { AgentStatus } from "@/lib/agents/agents/schema";
import { CallEndReason, CallStatus, Channel, Direction, Purpose } from "@/lib/calls/calls/schema";
import { SUPPRESSION_SOURCES } from "@/lib/contacts/consent/schema";
import { CHANNELS, PURPOSES } from "@/lib/contacts/consent/values";
import { FORMATS, RESOURCES } from "@/lib/data/exports/schema";
import { VIEW_RESOURCES } from "@/lib/data/views/schema";
import { CampaignChannel, CampaignContactStatus, CampaignStatus } from "@/lib/outreach/campaigns/schema";
import { ROLES } from "@/lib/platform/context/roles";
import { adminOfThisDatabase } from "@/test/fixtures/admin";

let admin: pg.Client;
beforeAll(async () => {
  admin = await adminOfThisDatabase();
});
afterAll(() => admin.end());

/** The values that a check allows, as PostgreSQL prints them: `ARRAY['live'::text, 'test'::text]`. */
async function allowed(table: string, column: string): Promise<string[]> {
  const { rows } = await admin.query<{ definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and conname = $2",
    [table, `${table}_${column}_check`],
  );
  return [...(rows[0]?.definition ?? "").matchAll(/'(\w+)'::text/g)].map(([, value]) => value ?? "").sort();
}

const valuesOf = (listed: readonly string[] | z.ZodEnum): string[] =>
  [...("options" in listed ? (listed.options as string[]) : listed)].sort();

const LISTS: readonly [table: string, column: string, values: readonly string[] | z.ZodEnum][] = [
  ["agents", "status", AgentStatus],
  ["calls", "status", CallStatus],
  ["calls", "end_reason", CallEndReason],
  ["calls", "channel", Channel],
  ["calls", "direction", Direction],
  ["calls", "purpose", Purpose],
  ["campaigns", "status", CampaignStatus],
  ["campaigns", "channel", CampaignChannel],
  ["campaign_contacts", "status", CampaignContactStatus],
  ["campaign_counts", "status", CampaignContactStatus],
  ["consents", "purpose", PURPOSES],
  ["consents", "channel", CHANNELS],
  ["suppressions", "source", SUPPRESSION_SOURCES],
  ["exports", "resource", [...RESOURCES, "contact"]],
  ["exports", "format", FORMATS],
  ["saved_views", "resource", VIEW_RESOURCES],
  ["members", "role", ROLES],
  ["api_keys", "role", ROLES],
  ["invitations", "role", ROLES],
];

describe("the checks of prisma/sql/checks.sql", () => {
  it.each(LISTS)("allow %s.%s exactly the values of its schema", async (table, column, values) => {
    expect(await allowed(table, column)).toEqual(valuesOf(values));
  });

  it("allow every table with an environment both of them, and nothing else", async () => {
    const { rows } = await admin.query<{ table: string }>(
      `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'environment'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    );
    expect(rows.length).toBeGreaterThan(15);
    for (const { table } of rows)
      expect(await allowed(table, "environment"), table).toEqual(["live", "test"]);
  });
});
