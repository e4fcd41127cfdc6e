import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { closeHub } from "@/lib/platform/live";
import { SUBPROTOCOL } from "./schema";
import { handshake } from "./testing/browser";
import { openVoiceDesk, type VoiceDesk } from "./testing/voice-fixture";

let fixture: VoiceDesk;
beforeAll(async () => {
  fixture = await openVoiceDesk(undefined, 1);
});
afterAll(async () => {
  await fixture.close();
  await closeHub();
});

it("refuses the call beyond the maximum with 503, and accepts it once there is capacity", async () => {
  const agentId = await fixture.agent({});
  const { browser } = await fixture.call(agentId);
  const second = await fixture.start(agentId);
  const protocols = [SUBPROTOCOL, second.connect?.token ?? ""];
  expect(await handshake(fixture.url, protocols)).toBe(503);
  expect((await fixture.read(second.id)).status).toBe("queued");
  browser.send({ type: "hang_up" });
  await browser.over();
  // The session releases its place once the call is stored, after the connection has closed. A refusal uses no token.
  await vi.waitFor(async () => expect(await handshake(fixture.url, protocols)).not.toBe(503), {
    timeout: 15_000,
  });
  expect((await fixture.read(second.id)).status).not.toBe("queued");
});
