import { expect, it } from "vitest";
import { createStreamToken, readStreamTicket } from "./stream-ticket";

const NOW = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-01T00:01:00.001Z";
const CTX = { workspaceId: "ws_1", environment: "live" } as const;
const GRANT = { callId: "call_1", integrationId: "int_1" };

it("opens one call, for one purpose, for a minute", () => {
  const token = createStreamToken(CTX, { ...GRANT, use: "resume", resumptions: 2 }, NOW);
  expect(readStreamTicket(token, NOW)).toEqual({ ...CTX, ...GRANT, use: "resume", resumptions: 2 });
  expect(readStreamTicket(token, LATER)).toBeNull();
  expect(readStreamTicket(token.replace(".2.", ".3."), NOW)).toBeNull();
  expect(readStreamTicket(createStreamToken(CTX, GRANT, NOW), NOW)).toMatchObject({
    use: "begin",
    resumptions: 0,
  });
});
