import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EVENT_KINDS } from "./values";

const triggers = readFileSync(join(process.cwd(), "prisma", "sql", "webhooks.sql"), "utf8");
/** Statuses of a campaign that the trigger appends to `campaign.`. */
const CAMPAIGN_STATUSES = ["paused", "completed", "failed"];

test("the triggers emit every event, and no other", () => {
  const calls = [...triggers.matchAll(/emit_webhook_event\([^;]*?'([a-z]+\.[a-z_]*)'/g)].map(
    ([, kind]) => kind,
  );
  const emitted = calls.flatMap((kind) =>
    kind === "campaign." ? CAMPAIGN_STATUSES.map((status) => `campaign.${status}`) : kind,
  );
  for (const status of CAMPAIGN_STATUSES) expect(triggers).toContain(`'${status}'`);
  expect(new Set([...emitted, "webhook.test"])).toEqual(new Set(EVENT_KINDS));
});
