import { request } from "node:http";
import { expect, test } from "@playwright/test";

type Answer = { status: number; type: string; text: string; cookies: readonly string[]; sniff: unknown };

/** Sends a request with a custom Host header, which `fetch` does not allow. */
function ask(path: string, host: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const clientRequest = request(
      { host: "127.0.0.1", port: Number(process.env.E2E_PORT), path, headers: { ...headers, host } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          done({
            status: response.statusCode ?? 0,
            type: response.headers["content-type"] ?? "",
            text,
            cookies: response.headers["set-cookie"] ?? [],
            sniff: response.headers["x-content-type-options"],
          }),
        );
      },
    );
    clientRequest.on("error", fail);
    clientRequest.end();
  });
}

for (const host of ["evil.example", "192.168.1.5:3000", "localhost.evil.example", "127.0.0.1.nip.io"])
  test(`nobody signs in at ${host}, and the page says which setting allows it`, async () => {
    for (const path of ["/", "/sign-in", "/api/auth/csrf", "/calls"]) {
      const answer = await ask(path, host);
      expect([path, answer.status, answer.cookies]).toEqual([path, 403, []]);
      expect(answer.text).toContain("Set PARLEY_BASE_URL");
      expect(answer.sniff).toBe("nosniff");
    }
    const key = { authorization: `Bearer ${process.env.E2E_API_KEY}` };
    expect((await ask("/v1/agents", host, key)).status).toBe(200);
  });

for (const host of ["localhost", "LocalHost:8080", "127.0.0.1", "127.9.8.7:1", "[::1]:3000"])
  test(`the sign-in is there at ${host}`, async () => {
    const answer = await ask("/api/auth/csrf", host);
    expect(answer.status).toBe(200);
    expect(answer.cookies.join()).toContain("parley.csrf");
    expect((await ask("/sign-in", host)).text).toContain("Password");
  });

test("every kind of answer of the port forbids guessing its type", async () => {
  for (const path of [
    "/v1/agents",
    "/v1/openapi.json",
    "/v1/none",
    "/healthz",
    "/readyz",
    "/sign-in",
    "/favicon.ico",
    "/none",
  ])
    expect([path, (await ask(path, "localhost")).sniff]).toEqual([path, "nosniff"]);
});
