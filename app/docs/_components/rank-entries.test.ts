import { expect, test } from "vitest";
import type { SearchEntry } from "@/lib/http/reference/search-index";
import { rankEntries } from "./rank-entries";

const entry = (kind: SearchEntry["kind"], title: string, detail = ""): SearchEntry => ({
  kind,
  title,
  detail,
  href: `/docs#${title}`,
});
const ENTRIES = [
  entry("field", "agent_id", "Call object"),
  entry("field", "recording.state", "Call object"),
  entry("operation", "Create an agent", "POST /v1/agents"),
  entry("operation", "List agents", "GET /v1/agents"),
  entry("error", "rate_limited", "429 Rate limited"),
];
const titles = (query: string) => rankEntries(ENTRIES, query).map(({ title }) => title);

test("an entry has every word of the query, in its title or detail", () => {
  expect(titles("agents post")).toEqual(["Create an agent"]);
  expect(titles("429")).toEqual(["rate_limited"]);
  expect(titles("no such")).toEqual([]);
});

test("a word at the start of a title counts most, then at the start of a word", () => {
  expect(titles("rate")).toEqual(["rate_limited"]);
  expect(titles("state call")).toEqual(["recording.state"]);
  expect(titles("agent")[0]).toBe("agent_id");
  expect(titles("AGENT").slice(1)).toEqual(["Create an agent", "List agents"]);
});

test.each(["place a call", "make a call", "dial", "start call", "create a call"])(
  "“%s” finds the operation that starts a call first",
  (query) => {
    const entries = [
      entry("operation", "Place a call under a legal hold", "PUT /v1/calls/{id}/legal-hold"),
      entry("event", "call.started", "A call was started."),
      entry("operation", "Start a call", "POST /v1/calls"),
      entry("field", "started_at", "Call object"),
    ];
    expect(rankEntries(entries, query)[0]?.title).toBe("Start a call");
    expect(rankEntries(entries, "place a call under a legal hold").map(({ title }) => title)).toEqual([
      "Place a call under a legal hold",
    ]);
  },
);

test("a whole word of a title comes before a part of a word", () => {
  const entries = [entry("operation", "Reset everything"), entry("field", "item.set")];
  expect(rankEntries(entries, "set").map(({ title }) => title)).toEqual(["item.set", "Reset everything"]);
});

test("an empty query lists operations", () => {
  expect(titles(" ")).toEqual(["Create an agent", "List agents"]);
});
