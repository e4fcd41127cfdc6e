import { expect, test } from "vitest";
import { createJoinToken, readJoinTicket } from "./join-ticket";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-01T00:00:31.000Z";
const CTX = { workspaceId: "ws_1", environment: "test" } as const;

test("a token opens its join for half a minute", () => {
  const { token } = createJoinToken(CTX, "join_1", NOW);
  expect(readJoinTicket(token, NOW)).toEqual({ ...CTX, joinId: "join_1" });
  expect(readJoinTicket(token, LATER)).toBeNull();
});

test("an altered token, and one of another purpose, open nothing", () => {
  const { token } = createJoinToken(CTX, "join_1", NOW);
  expect(readJoinTicket(token.replace("join_1", "join_2"), NOW)).toBeNull();
  expect(readJoinTicket(`${token}x`, NOW)).toBeNull();
  expect(readJoinTicket("", NOW)).toBeNull();
});
