import { expect, test } from "vitest";
import { nameOf } from "./batch";
import { loggableText, spanNameOf, summaryOf } from "./statement-summary";

const summary = (text: string) => spanNameOf(summaryOf({ name: nameOf(text), text }));

test.each([
  ['select "id" from "calls" where "workspace_id" = $1', "SELECT calls"],
  ['insert into "turns" ("id") values ($1)', "INSERT turns"],
  ['update "agents" set "name" = $1', "UPDATE agents"],
  ['delete from "contacts" where "id" = $1', "DELETE contacts"],
  ['with "due" as (select "id" from "jobs") update "calls" set "x" = $1', "WITH jobs"],
  ['select enqueue_job($1, $2::json) as "enqueued"', "SELECT enqueue_job"],
  ['select * from take_rate_limit($1, $2) as "t"', "SELECT take_rate_limit"],
  ["select 1", "SELECT"],
  ["listen parley", "OTHER"],
])("%s is %s", (text, expected) => expect(summary(text)).toBe(expected));

test("the text for the log has no constants in quotes, and an end", () => {
  expect(loggableText("select 'it''s secret' from \"calls\" where a = 'b' and c = $1")).toBe(
    "select '?' from \"calls\" where a = '?' and c = $1",
  );
  expect(loggableText("x".repeat(5_000))).toHaveLength(1_000);
  // A quote that the end of the text separates from its pair.
  expect(loggableText(`${"x".repeat(990)} 'secret value'`)).not.toContain("secret");
});
