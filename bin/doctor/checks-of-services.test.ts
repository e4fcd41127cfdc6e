import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newIdpKey, pemOf } from "@/lib/identity/sso/testing/idp";
import { verifyMailServer } from "@/lib/platform/mail";
import { StorageFailure } from "@/lib/platform/storage";
import { checkAddress } from "./check-address";
import { checkMail } from "./check-mail";
import { checkServer } from "./check-server";
import { checkStorage } from "./check-storage";
import { type Answer, REQUEST_LIMITS, type RequestAddress, requestAddress } from "./request-address";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = () => Date.now();

const { timeoutMs } = REQUEST_LIMITS;
beforeAll(() => void Object.assign(REQUEST_LIMITS, { timeoutMs: 60_000 }));
afterAll(() => void Object.assign(REQUEST_LIMITS, { timeoutMs }));

const servers: (Server | SMTPServer)[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    await new Promise<void>((done) => void server.close(() => done()));
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
const serve = async (handler: RequestListener): Promise<number> => listen(createServer(handler));
const answerJson =
  (status: number, body: object): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

describe("storage", () => {
  const memory = (overrides: object = {}) => {
    const objects = new Map<string, Buffer>();
    return {
      objects,
      storage: {
        put: async (name: string, bytes: Uint8Array) => void objects.set(name, Buffer.from(bytes)),
        read: async (name: string) => objects.get(name) ?? null,
        removeAll: async (folder: string) => {
          for (const name of objects.keys()) if (name.startsWith(`${folder}/`)) objects.delete(name);
        },
        ...overrides,
      },
    };
  };

  test("passes and leaves nothing behind", async () => {
    const { objects, storage } = memory();
    objects.set("ab/recording", Buffer.from("x"));
    expect(await checkStorage({ storage, kind: "bucket" })).toMatchObject({ status: "ok" });
    expect([...objects.keys()]).toEqual(["ab/recording"]);
    expect(await checkStorage({ storage: null, kind: "folder" })).toMatchObject({ status: "skipped" });
  });

  test.each([
    ["returned other bytes", { read: async () => Buffer.from("other") }],
    ["is missing after", { read: async () => null }],
    ["did not delete", { removeAll: async () => undefined }],
    [
      "The storage answered 403",
      { put: async () => Promise.reject(new StorageFailure("The storage answered 403.")) },
    ],
    [
      "error EACCES",
      { put: async () => Promise.reject(Object.assign(new Error("/home/nina"), { code: "EACCES" })) },
    ],
  ])("fails if it %s", async (summary, overrides) => {
    const { storage } = memory(overrides);
    const finding = await checkStorage({ storage, kind: "folder" });
    expect(finding).toMatchObject({ status: "failed", summary: expect.stringContaining(summary) });
    expect(JSON.stringify(finding)).not.toContain("nina");
  });
});

describe("mail", () => {
  async function startMailServer(options: SMTPServerOptions = {}): Promise<number> {
    const smtp = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        password === "right" ? done(null, { user: username }) : done(new Error(`${username} is not welcome`)),
      ...options,
    });
    smtp.on("error", () => undefined);
    servers.push(smtp);
    smtp.listen(0, "127.0.0.1");
    await once(smtp.server, "listening");
    return (smtp.server.address() as AddressInfo).port;
  }
  const check = (
    url: string,
    send = async (): Promise<string | null> => null,
    mailTo: string | null = null,
  ) => checkMail({ server: { verify: () => verifyMailServer({ url, plaintextHosts: [] }), send }, mailTo });

  test("passes if the server accepts the login, and fails if it refuses it", async () => {
    const port = await startMailServer();
    expect(await check(`smtp://nina:right@127.0.0.1:${port}`)).toMatchObject({ status: "ok" });
    const refused = await check(`smtp://nina:wrong@127.0.0.1:${port}`);
    expect(refused).toMatchObject({
      status: "failed",
      summary: "the session with the mail server failed (EAUTH 535)",
      action: expect.stringContaining("password"),
    });
    expect(JSON.stringify(refused)).not.toContain("nina");
  });

  test("fails without a server, and with one that speaks no TLS", async () => {
    expect(await check("smtp://127.0.0.1:1")).toMatchObject({ status: "failed" });
    const port = await startMailServer();
    expect(await check(`smtps://127.0.0.1:${port}`)).toMatchObject({ status: "failed" });
    // Leads to this machine but is not a loopback address, so it is treated as any other host.
    expect(await check(`smtp://0.0.0.0:${port}`)).toMatchObject({
      status: "failed",
      summary: expect.stringContaining("ETLS"),
    });
  });

  test("sends a message only on request, and reports a refusal without the address", async () => {
    const port = await startMailServer();
    const url = `smtp://nina:right@127.0.0.1:${port}`;
    const recipients: string[] = [];
    const send = async (to: string) => {
      recipients.push(to);
      return recipients.length === 1 ? null : "EENVELOPE 550";
    };
    await check(url, send as () => Promise<string | null>);
    expect(recipients).toEqual([]);
    const to = "nina@example.com";
    expect(await check(url, send as () => Promise<string | null>, to)).toMatchObject({ status: "ok" });
    const refused = await check(url, send as () => Promise<string | null>, to);
    expect(refused).toMatchObject({ status: "failed", summary: expect.stringContaining("550") });
    expect(JSON.stringify(refused)).not.toContain("nina");
  });

  test("is skipped without SMTP_URL, and fails if a message was to be sent", async () => {
    expect(await checkMail({ server: null, mailTo: null })).toMatchObject({ status: "skipped" });
    expect(await checkMail({ server: null, mailTo: "nina@example.com" })).toMatchObject({ status: "failed" });
  });
});

describe("PARLEY_BASE_URL", () => {
  const check = (port: number, scheme = "http") =>
    checkAddress({
      variable: "PARLEY_BASE_URL",
      address: `${scheme}://127.0.0.1:${port}`,
      request: requestAddress,
      now,
    });
  const answer: Answer = { status: 200, body: '{"status":"ok"}', validTo: null, redirects: 0, end: "answer" };
  const checkAnswer = (overrides: Partial<Answer>) =>
    checkAddress({
      variable: "PARLEY_BASE_URL",
      address: "https://parley.example.com",
      request: async () => ({ ...answer, ...overrides }),
      now,
    });

  test("passes if it leads to Parley, and is skipped if it is not set", async () => {
    expect(await check(await serve(answerJson(200, { status: "ok" })))).toMatchObject({ status: "ok" });
    expect(
      await checkAddress({ variable: "PARLEY_BASE_URL", address: undefined, request: requestAddress, now }),
    ).toMatchObject({
      status: "skipped",
    });
  });

  test("names PARLEY_VOICE_URL if the gateways have another address", async () => {
    const checkVoice = (address: string | undefined) =>
      checkAddress({ variable: "PARLEY_VOICE_URL", address, request: requestAddress, now });
    expect(await checkVoice(undefined)).toMatchObject({ status: "skipped" });
    const port = await serve(answerJson(404, {}));
    const finding = await checkVoice(`http://127.0.0.1:${port}`);
    expect(finding).toMatchObject({
      status: "failed",
      summary: expect.stringContaining("PARLEY_VOICE_URL leads"),
    });
  });

  test("fails if another program or no program answers", async () => {
    expect(await check(await serve(answerJson(404, {})))).toMatchObject({
      status: "failed",
      summary: expect.stringContaining("status 404"),
    });
    expect(await check(1)).toMatchObject({
      status: "failed",
      summary: "PARLEY_BASE_URL: no server listens there",
    });
  });

  test("fails if it redirects in a loop, and warns if it redirects", async () => {
    const loop = await serve((request, response) => {
      const path = request.url === "/healthz" ? "/other" : "/healthz";
      response.writeHead(302, { location: path }).end();
    });
    expect(await check(loop)).toMatchObject({
      status: "failed",
      summary: "PARLEY_BASE_URL redirects in a loop",
    });
    const redirect = await serve((request, response) => {
      if (request.url === "/healthz") response.writeHead(301, { location: "/new" }).end();
      else answerJson(200, { status: "ok" })(request, response);
    });
    expect(await check(redirect)).toMatchObject({ status: "warning" });
  });

  test.each([
    ["http:", "http://127.0.0.2:1/healthz", false],
    ["http:", "ftp://127.0.0.1/healthz", false],
    ["http:", "http://[/", false],
    ["https:", "https://127.0.0.1:PORT/new", true],
    ["https:", "http://127.0.0.1:PORT/new", false],
  ])("follows a redirect of %s to %s: %s", async (scheme, location, isFollowed) => {
    const paths: string[] = [];
    let port = 0;
    const handler: RequestListener = (request, response) => {
      paths.push(request.url ?? "");
      if (request.url === "/healthz")
        response.writeHead(301, { location: location.replace("PORT", String(port)) }).end();
      else answerJson(200, { status: "ok" })(request, response);
    };
    const pair = newIdpKey();
    const tls = { cert: pemOf(pair.certificate), key: pair.privateKey };
    port = await listen(scheme === "https:" ? createTlsServer(tls, handler) : createServer(handler));
    const request: RequestAddress = (url, options) =>
      requestAddress(url, { ...options, acceptAnyCertificate: true });
    const finding = await checkAddress({
      variable: "PARLEY_BASE_URL",
      address: `${scheme}//127.0.0.1:${port}`,
      request,
      now,
    });
    expect(paths).toEqual(isFollowed ? ["/healthz", "/new"] : ["/healthz"]);
    expect(finding).toMatchObject(
      isFollowed
        ? { status: "warning" }
        : { status: "failed", summary: "PARLEY_BASE_URL redirects to another host, or from https to http" },
    );
  });

  test("reports the certificate that expires first, also if it redirects", async () => {
    const listenUntil = (days: number, handler: RequestListener) => {
      const { certificate, privateKey } = newIdpKey({ notAfter: new Date(Date.now() + days * DAY_MS) });
      return listen(createTlsServer({ cert: pemOf(certificate), key: privateKey }, handler));
    };
    const last = await listenUntil(90, answerJson(200, { status: "ok" }));
    const first = await listenUntil(5, (_, response) => {
      response.writeHead(301, { location: `https://127.0.0.1:${last}/healthz` }).end();
    });
    const { validTo, redirects } = await requestAddress(`https://127.0.0.1:${first}/healthz`, {
      acceptAnyCertificate: true,
      followRedirects: true,
    });
    expect(redirects).toBe(1);
    expect(validTo).toBeLessThan(Date.now() + 6 * DAY_MS);
  });

  test("fails with a certificate that is not trusted, and warns before the end of one that is", async () => {
    const { certificate, privateKey } = newIdpKey();
    const tls = createTlsServer(
      { cert: pemOf(certificate), key: privateKey },
      answerJson(200, { status: "ok" }),
    );
    const untrusted = await check(await listen(tls), "https");
    expect(untrusted).toMatchObject({ status: "failed", summary: expect.stringContaining("certificate") });
    expect(await checkAnswer({ validTo: Date.now() + 60 * DAY_MS + HOUR_MS })).toMatchObject({
      status: "ok",
      summary: "PARLEY_BASE_URL answers, certificate valid for 60 more days",
    });
    expect(await checkAnswer({ validTo: Date.now() + 5 * DAY_MS })).toMatchObject({ status: "warning" });
  });
});

describe("the server of this machine", () => {
  const check = (port: number) =>
    checkServer({ host: "0.0.0.0", port, hasTls: false, request: requestAddress });

  test("passes if it is ready, and fails with the names of the parts that are down", async () => {
    expect(await check(await serve(answerJson(200, { status: "ready" })))).toMatchObject({ status: "ok" });
    const down = ["database", "pages", "Nina Fox"];
    expect(await check(await serve(answerJson(503, { status: "unavailable", down })))).toMatchObject({
      status: "failed",
      summary: "the server is not ready: database, pages",
    });
  });

  test("warns if it accepts no new calls, and if none runs", async () => {
    const draining = await serve(answerJson(503, { status: "unavailable", down: ["calls"] }));
    expect(await check(draining)).toMatchObject({ status: "warning" });
    expect(await check(1)).toMatchObject({ status: "warning" });
  });

  test("does not follow a redirect of another program", async () => {
    const paths: string[] = [];
    const port = await serve((request, response) => {
      paths.push(request.url ?? "");
      response.writeHead(302, { location: "/other" }).end();
    });
    expect(await check(port)).toMatchObject({ summary: expect.stringContaining("status 302") });
    expect(paths).toEqual(["/readyz"]);
  });

  test("fails if another program listens at its port", async () => {
    expect(await check(await serve((_, response) => void response.end("hello")))).toMatchObject({
      status: "failed",
      summary: expect.stringContaining("another program"),
    });
  });
});
