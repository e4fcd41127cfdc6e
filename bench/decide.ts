// Decisions in a second of one core's time, and what a million facts take in memory:
//   npx tsx bench/decide.ts [facts]
import { decidePolicy, type Facts } from "@/lib/contacts/policy";

const [count = 1_000_000] = process.argv.slice(2).map(Number);
const NOW = "2026-11-21T15:00:00.000Z";
const ZONES = [
  "America/New_York",
  "America/Denver",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Europe/Paris",
  null,
];
const REGIONS = ["US-FL", "US-CA", "FR", "DE", null];
const STATES = ["granted", "granted", "granted", "revoked", "unknown"] as const;
const ENDS_AT = "2026-11-28T15:00:00.000Z";

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const ago = (hours: number): string => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();

/** Facts of a campaign's contacts: a window in the campaign's or the contact's zone, and some attempts. */
function facts(n: number): Facts {
  return {
    channel: n % 4 === 0 ? "text" : "call",
    purpose: n % 2 === 0 ? "telemarketing" : "informational",
    suppressed: n % 50 === 0 ? ["call", "text"] : [],
    consent: { state: pick(STATES, n), at: null },
    timezone: pick(ZONES, n),
    region: pick(REGIONS, n >> 2),
    window: {
      days: ["mon", "tue", "wed", "thu", "fri"],
      start: "09:00",
      end: "18:00",
      timezone: n % 3 === 0 ? "UTC" : "callee",
    },
    endsAt: ENDS_AT,
    attempts: Array.from({ length: n % 5 }, (_, i) => ago((n % 40) + i * 9)),
    isRequested: false,
    budget: { used: n % 4, max: 3, lastAt: n % 4 === 0 ? null : ago(n % 40), retryAfterMinutes: 60 },
    isBusy: n % 97 === 0,
    hasCapacity: true,
    isAgentLive: true,
    isCarrierAvailable: true,
    lastInboundTextAt: n % 31 === 0 ? ago(n % 30) : null,
  };
}

const megabytes = () => Math.round(process.memoryUsage().heapUsed / 1_048_576);
const verdicts = { allow: 0, hold: 0, block: 0 };
const before = megabytes();
let decidingUs = 0;
// In parts, as preflight and the dialer read them, so that the facts of all are never in memory at once.
const PART = 1_000;
for (let from = 0; from < count; from += PART) {
  const part = Array.from({ length: Math.min(PART, count - from) }, (_, i) => facts(from + i));
  const startedAt = process.cpuUsage();
  for (const factsOfOne of part) verdicts[decidePolicy(factsOfOne, NOW).verdict] += 1;
  const { user, system } = process.cpuUsage(startedAt);
  decidingUs += user + system;
}
const perS = Math.round(count / (decidingUs / 1_000_000));
process.stdout.write(`${count} decisions  ${perS}/s  ${(decidingUs / count).toFixed(1)} µs CPU each\n`);
process.stdout.write(`${JSON.stringify(verdicts)}  heap ${before} MB before, ${megabytes()} MB after\n`);
