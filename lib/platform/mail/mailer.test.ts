import { once } from "node:events";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { MailRefused, mailer } from "./mailer";
import { isPlainAllowed } from "./plain";

const open: SMTPServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise<void>((done) => void server.close(() => done()));
});

/** A real server on this machine, and what it was given. */
async function server(options: SMTPServerOptions = {}) {
  const got: { to: string[]; text: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        got.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString("utf8"),
        });
        done();
      });
    },
    ...options,
  });
  open.push(smtp);
  // Whoever breaks off tells the client; the server's own complaint is no failure of a test.
  smtp.on("error", () => undefined);
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as { port: number };
  return { got, port };
}

const from = "Parley <parley@example.com>";
const mail = { to: "nina@example.com", subject: "You are invited", text: "Follow the link." };

test("a mail reaches the server that the operator named, signed in", async () => {
  const seen: string[] = [];
  const { got, port } = await server({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username = "", password = "" }, _, done) => {
      seen.push(`${username} ${password}`);
      done(null, { user: username });
    },
  });
  await mailer({ url: `smtp://me:p%40ss@127.0.0.1:${port}`, from, plainHosts: [] })(mail);
  expect(seen).toEqual(["me p@ss"]);
  expect(got).toEqual([{ to: [mail.to], text: expect.stringContaining(mail.text) }]);
  expect(got[0]?.text).toContain(`Subject: ${mail.subject}`);
});

test("no mail leaves in clear to another host: the server's offer of TLS is asked for, not hoped for", async () => {
  const { got, port } = await server();
  // Leads to this machine, and does not say so: it is treated as any other host.
  const elsewhere = `smtp://0.0.0.0:${port}`;
  const refused = await mailer({ url: elsewhere, from, plainHosts: [] })(mail).catch((error) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect(String(refused)).toContain("ETLS");
  await mailer({ url: elsewhere, from, plainHosts: ["0.0.0.0"] })(mail);
  expect(got.splice(0)).toHaveLength(1);
  await expect(
    mailer({ url: `smtps://127.0.0.1:${port}`, from, plainHosts: [] })(mail),
  ).rejects.toMatchObject({ forGood: false });
  expect(got).toEqual([]);
  expect(isPlainAllowed("mail.example.com", [])).toBe(false);
  expect(isPlainAllowed("Mail.example.com", ["mail.example.com"])).toBe(true);
  expect(["127.0.0.1", "::1", "localhost"].every((host) => isPlainAllowed(host, []))).toBe(true);
});

test("a refusal says whether it is for good, and nothing of who was written to", async () => {
  for (const [responseCode, forGood] of [
    [550, true],
    [451, false],
  ] as const) {
    const { port } = await server({
      onRcptTo: ({ address }, _, done) =>
        done(Object.assign(new Error(`${address} is not welcome`), { responseCode })),
    });
    const refused = await mailer({ url: `smtp://127.0.0.1:${port}`, from, plainHosts: [] })(mail).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ forGood });
    expect(String(refused)).not.toContain("nina");
    expect(refused).not.toHaveProperty("cause");
  }
});

test("a server that is not there is tried again later", async () => {
  await expect(mailer({ url: "smtp://127.0.0.1:1", from, plainHosts: [] })(mail)).rejects.toMatchObject({
    forGood: false,
  });
});
