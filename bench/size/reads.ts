import type pg from "pg";
import { listCalls } from "@/lib/calls/calls";
import { ListCalls } from "@/lib/calls/calls/schema";
import { listContacts } from "@/lib/contacts/contacts";
import { ListContacts } from "@/lib/contacts/contacts/schema";
import { summarizeCalls } from "@/lib/data/analytics";
import { SummaryQuery } from "@/lib/data/analytics/schema";
import { previewRetention } from "@/lib/data/retention";
import { PreviewQuery } from "@/lib/data/retention/schema";
import { median } from "../data/samples";
import { PAGE } from "../fixture";
import { lastPage } from "../seed-pages";
import { captureQueries, costOf, type PlanCost } from "./captured-plans";
import { type MeasuredTenant, vocabularyWord } from "./history";

const ROUNDS = 15;
/** Rounds before those that count: plans are made, pages are read. */
const WARM_UP = 3;

/** A read of the largest workspace: median milliseconds of the product's function, and the cost of its statements. */
export type ReadCost = PlanCost & { label: string; tookMs: number };

type Read = { label: string; run(): Promise<unknown> };

async function readsOf({ ctx, agents }: MeasuredTenant): Promise<Read[]> {
  const [agentId = ""] = agents;
  const calls = (label: string, query: object): Read => ({
    label: `Calls: ${label}`,
    run: () => listCalls(ctx, ListCalls.parse({ limit: PAGE, ...query })),
  });
  const cursor = await lastPage(ctx, agentId);
  return [
    calls("first page", {}),
    calls("first page with the total", { include_total: "true" }),
    calls("of one agent, completed", { agent_id: agentId, status: "completed" }),
    calls("the same, last page", { agent_id: agentId, status: "completed", cursor }),
    calls("longest first", { sort: "-duration_ms" }),
    calls("failed by web (1 of 200)", { status: "failed", channel: "web" }),
    calls("an end that no call has", { end_reason: "opted_out" }),
    calls("a figure that no call counts for", { figure: "opted_out" }),
    calls("a label that no call has", { tag: "nothing" }),
    calls("with a label (1 of 20)", { tag: "complaint" }),
    calls("one contact", { contact: `ctc_${"5".padStart(26, "0")}` }),
    calls("a frequent word", { q: vocabularyWord(2) }),
    calls("a rare word", { q: vocabularyWord(8_000) }),
    calls("two words", { q: `${vocabularyWord(300)} ${vocabularyWord(900)}` }),
    calls("a month ago, one channel", {
      channel: "sms",
      created_before: new Date(Date.now() - 30 * 86_400_000).toISOString(),
    }),
    { label: "Contacts: first page", run: () => listContacts(ctx, ListContacts.parse({ limit: PAGE })) },
    { label: "Analytics: summary of 30 days", run: () => summarizeCalls(ctx, SummaryQuery.parse({})) },
    { label: "Retention: preview", run: () => previewRetention(ctx, PreviewQuery.parse({})) },
  ];
}

/** Measures each read of the first, largest workspace. A read that takes longer than a statement may is reported with its error. */
export async function measureReads(
  admin: pg.Client,
  tenant: MeasuredTenant,
  say: (line: string) => void,
): Promise<ReadCost[]> {
  const costs: ReadCost[] = [];
  for (const { label, run } of await readsOf(tenant)) {
    const took: number[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const startedAt = performance.now();
      await run();
      const ms = performance.now() - startedAt;
      if (round >= 0) took.push(ms);
      // A read of seconds is measured once: its median says nothing more.
      if (ms > 2_000) {
        took.push(ms);
        break;
      }
    }
    const cost = await costOf(admin, tenant.ctx.workspaceId, await captureQueries(run));
    costs.push({ label, tookMs: median(took), ...cost });
    say(`  ${label}: ${median(took).toFixed(1)} ms, ${cost.blocks} pages`);
  }
  return costs;
}
