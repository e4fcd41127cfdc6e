import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { composeMail } from "./compose";
import { createMailer, MailRefusedError } from "./mailer";
import { isPlaintextMailAllowed } from "./plaintext";

const openServers: SMTPServer[] = [];
afterEach(async () => {
  for (const server of openServers.splice(0))
    await new Promise<void>((done) => void server.close(() => done()));
});

/** A real SMTP server on this machine that collects the received mails. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: { to: string[]; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString("utf8"),
        });
        done();
      });
    },
    ...options,
  });
  openServers.push(smtp);
  // A client that aborts causes an error here, which is not a failure of the test.
  smtp.on("error", () => undefined);
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as { port: number };
  return { got: received, port };
}

const from = "Parley <parley@example.com>";
const mail = {
  to: "nina@example.com",
  subject: "You are invited",
  text: "Follow the link.",
  html: "<p>Follow the <b>link</b>.</p>",
};

test("delivers a mail to the configured server with its credentials", async () => {
  const credentials: string[] = [];
  const { got, port } = await startServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username = "", password = "" }, _, done) => {
      credentials.push(`${username} ${password}`);
      done(null, { user: username });
    },
  });
  await createMailer({ url: `smtp://me:p%40ss@127.0.0.1:${port}`, from, plaintextHosts: [] })(mail);
  expect(credentials).toEqual(["me p@ss"]);
  expect(got).toEqual([{ to: [mail.to], text: expect.stringContaining(mail.text) }]);
  expect(got[0]?.text).toContain(`Subject: ${mail.subject}`);
});

test("sends the text and the HTML as alternatives, and a name adds no header or recipient", async () => {
  const { got, port } = await startServer();
  const content = {
    title: "Hi\r\nBcc: eve@example.com\r\n\r\nbody",
    paragraphs: ["Zoë’s <img src=x onerror=alert(1)> & Sons"],
    button: { label: "Open", url: "https://parley.example.com/invite/x" },
  };
  const send = createMailer({ url: `smtp://127.0.0.1:${port}`, from, plaintextHosts: [] });
  await send({ to: mail.to, ...composeMail(content, "parley.example.com") });
  await send({ ...mail, subject: "Hi\r\nBcc: eve@example.com" });
  const [composed, raw] = got;
  const [head = "", ...body] = (composed?.text ?? "").split("\r\n\r\n");
  for (const received of [composed, raw]) {
    expect(received?.to).toEqual([mail.to]);
    expect(received?.text.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
  }
  const boundary = /^content-type: multipart\/alternative;\s*boundary="([^"]+)"/im.exec(head)?.[1] ?? "none";
  expect(head).toMatch(/^auto-submitted: auto-generated$/im);
  const parts = body.join("\r\n\r\n").split(`--${boundary}`);
  // A reader shows the last alternative that it can, so the HTML follows the text.
  const kinds = parts.map((part) => /content-type: ([\w/]+)/i.exec(part)?.[1]);
  expect(kinds.filter(Boolean)).toEqual(["text/plain", "text/html"]);
  expect(parts[1]).toContain("Zo=C3=AB=E2=80=99s <img src=3Dx");
  expect(parts[2]).not.toContain("<img");
});

test("requires TLS for every host that is not local or listed", async () => {
  const { got, port } = await startServer();
  // Leads to this machine but is not a loopback address, so it is treated as any other host.
  const remoteUrl = `smtp://0.0.0.0:${port}`;
  const rejection = await createMailer({ url: remoteUrl, from, plaintextHosts: [] })(mail).catch(
    (error) => error,
  );
  expect(rejection).toBeInstanceOf(MailRefusedError);
  expect(String(rejection)).toContain("ETLS");
  await createMailer({ url: remoteUrl, from, plaintextHosts: ["0.0.0.0"] })(mail);
  expect(got.splice(0)).toHaveLength(1);
  await expect(
    createMailer({ url: `smtps://127.0.0.1:${port}`, from, plaintextHosts: [] })(mail),
  ).rejects.toMatchObject({ isPermanent: false });
  expect(got).toEqual([]);
  expect(isPlaintextMailAllowed("mail.example.com", [])).toBe(false);
  expect(isPlaintextMailAllowed("Mail.example.com", ["mail.example.com"])).toBe(true);
  expect(["127.0.0.1", "::1", "localhost"].every((host) => isPlaintextMailAllowed(host, []))).toBe(true);
});

test("reports whether a rejection is permanent, without the recipient", async () => {
  for (const [responseCode, isPermanent] of [
    [550, true],
    [451, false],
  ] as const) {
    const { port } = await startServer({
      onRcptTo: ({ address }, _, done) =>
        done(Object.assign(new Error(`${address} is not welcome`), { responseCode })),
    });
    const rejection = await createMailer({ url: `smtp://127.0.0.1:${port}`, from, plaintextHosts: [] })(
      mail,
    ).catch((error: unknown) => error);
    expect(rejection).toMatchObject({ isPermanent });
    expect(String(rejection)).not.toContain("nina");
    expect(rejection).not.toHaveProperty("cause");
  }
});

test("treats an unreachable server as a temporary failure", async () => {
  await expect(
    createMailer({ url: "smtp://127.0.0.1:1", from, plaintextHosts: [] })(mail),
  ).rejects.toMatchObject({
    isPermanent: false,
  });
});
