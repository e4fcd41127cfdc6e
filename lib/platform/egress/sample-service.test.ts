import { describe, expect, it, vi } from "vitest";
import type { HttpClient } from "./http-client";
import { SAMPLE_SERVICE_URL, withSampleService } from "./sample-service";

const LIMITS = { timeoutMs: 1_000, maxBytes: 1_000 };
const SENT = { method: "POST", headers: {}, body: Buffer.from("{}"), signal: new AbortController().signal };

function open() {
  const client = {
    fetch: vi.fn<HttpClient["fetch"]>(async () => new Response("outside")),
    send: vi.fn<HttpClient["send"]>(async () => 202),
    stream: vi.fn<HttpClient["stream"]>(async () => new Response("outside")),
    socket: vi.fn<HttpClient["socket"]>(() => Promise.reject(new Error("outside"))),
    checkUrl: vi.fn<HttpClient["checkUrl"]>(async () => undefined),
    close: vi.fn<HttpClient["close"]>(async () => undefined),
  };
  return { client, service: withSampleService(client) };
}

describe("the sample service", () => {
  it("answers requests to its host in the process, and sends none", async () => {
    const { client, service } = open();
    await service.checkUrl(`${SAMPLE_SERVICE_URL}/tables`);
    const tables = await service.fetch(`${SAMPLE_SERVICE_URL}/tables?day=2026-11-24`, LIMITS);
    expect(await tables.json()).toMatchObject({ available: true });
    expect(await service.send(`${SAMPLE_SERVICE_URL}/webhooks`, { ...SENT, ...LIMITS })).toBe(200);
    expect((await service.fetch(`${SAMPLE_SERVICE_URL}/other`, LIMITS)).status).toBe(404);
    const limits = { ...LIMITS, firstByteMs: 1_000, idleMs: 1_000 };
    await expect(service.stream(SAMPLE_SERVICE_URL, limits)).rejects.toMatchObject({ code: "network" });
    for (const request of Object.values(client)) expect(request).not.toHaveBeenCalled();
  });

  it("leaves every other host to the client", async () => {
    const { client, service } = open();
    const url = "https://sample-service.invalid.example.com/tables";
    expect(await (await service.fetch(url, LIMITS)).text()).toBe("outside");
    expect(await service.send(url, { ...SENT, ...LIMITS })).toBe(202);
    await service.checkUrl(url);
    expect(client.fetch).toHaveBeenCalledOnce();
    expect(client.send).toHaveBeenCalledOnce();
    expect(client.checkUrl).toHaveBeenCalledOnce();
  });
});
