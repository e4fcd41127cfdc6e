// A campaign with outside clients: Kamailio is the carrier (TLS, digest), two contacts have a baresip (TLS, SRTP), the others a SIPp that is busy,
// does not answer, or is out of service. scenarios/product.ts starts it with NODE_EXTRA_CA_CERTS, as the peers' certificate is self-signed.
//   tsx test/sip/product/campaign.ts <folder> <certificate.pem> <key.pem>
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { openEmptyDatabase, prepareDatabase } from "@/bench/empty-database";
import { type Baresip, speakToFile, startBaresip } from "../baresip";
import { startKamailio } from "../kamailio";
import { startSipp } from "../programs";
import { findPort, ScenarioRun } from "../scenario";
import { KEEP_INVITE, receive, respond, respondToInvite, scenario } from "../sipp-messages";

const [folder = "", certificateFile = "", keyFile = ""] = process.argv.slice(2);
const [certificate, key] = [readFileSync(certificateFile, "utf8"), readFileSync(keyFile, "utf8")];
const addresses = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).map(({ address }) => address),
);
process.env.TOOL_ALLOWED_HOSTS = ["127.0.0.1", ...addresses]
  .map((address) => `${address}:1024-65535`)
  .join(",");
const database = await openEmptyDatabase("sip-campaign");
await prepareDatabase(database);
const { openProduct } = await import("./product");
const { openCampaign } = await import("./open-campaign");

const TALKS = "+12125550181";
const OPTS_OUT = "+12125550182";
const BUSY = "+12125550183";
const SILENT = "+12125550184";
const OUT_OF_SERVICE = "+12125550185";
/** SIPp waits for the second attempt to the busy contact, a minute after the first. */
const SIPP_LIMIT_S = 280;

const run = new ScenarioRun();
const product = await openProduct({ certificate, key });
const clients: Baresip[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  copyFileSync(certificateFile, join(run.folder, "certificate.pem"));
  copyFileSync(keyFile, join(run.folder, "key.pem"));
  for (const user of [TALKS, OPTS_OUT])
    clients.push(
      await startBaresip({ folder, user, certificate, key, answers: true, peerPort: product.tlsPort }),
    );
  const [talks, optsOut] = clients as [Baresip, Baresip];
  const refuse = (status: string) => scenario(receive("INVITE"), respond(status), receive("ACK"));
  const ring = scenario(
    ...[receive("INVITE", KEEP_INVITE), respond("180 Ringing"), receive("CANCEL", "", 60_000)],
    ...[respond("200 OK"), respondToInvite("487 Request Terminated"), receive("ACK")],
  );
  const busy = await startSipp(run, refuse("486 Busy Here"), { calls: 2, limitS: SIPP_LIMIT_S });
  const silent = await startSipp(run, ring, { limitS: SIPP_LIMIT_S });
  const outOfService = await startSipp(run, refuse("503 Service Unavailable"), { limitS: SIPP_LIMIT_S });
  const kamailio = await startKamailio(run, {
    algorithm: "SHA-256",
    gatewayPort: await findPort(),
    idleS: 600,
    routes: {
      [TALKS]: { port: talks.tlsPort, transport: "tls" },
      [OPTS_OUT]: { port: optsOut.tlsPort, transport: "tls" },
      [BUSY]: { port: busy.port, transport: "tcp" },
      [SILENT]: { port: silent.port, transport: "tcp" },
      [OUT_OF_SERVICE]: { port: outOfService.port, transport: "tcp" },
    },
  });
  const contacts = [TALKS, OPTS_OUT, BUSY, SILENT, OUT_OF_SERVICE];
  const campaign = await openCampaign(product, kamailio.tlsPort, contacts);

  await product.waitUntil(() => talks.heardSeconds() > 1, "the first contact hears the agent");
  await talks.hangUp();
  await product.waitUntil(() => optsOut.events().includes("CALL_ESTABLISHED"), "the second contact answers");
  await product.waitUntil(() => optsOut.heardSeconds() > 1, "the second contact hears the agent");
  const call = (await campaign.readContact(OPTS_OUT)).last_call_id ?? "";
  await product.waitForAgentTurns(call, 1);
  await optsOut.play(speakToFile(folder, "stop", "please stop calling me"));
  await product.waitFor(call, "the opt-out is understood", ({ transcript }) =>
    transcript.some(({ role, text }) => role === "caller" && (text ?? "").includes("stop calling")),
  );
  await product.waitUntil(() => optsOut.events().includes("CALL_CLOSED"), "the opt-out ends the call");
  say("two contacts talked over TLS and SRTP, one opted out by voice");

  await product.waitUntil(
    async () => (await campaign.readContact(BUSY)).attempts === 2,
    "the busy contact is called again",
    120_000,
  );
  await campaign.waitUntilCompleted();
  const resultOf = async (phone: string) => {
    const { status, attempts, outcome } = await campaign.readContact(phone);
    return { status, attempts, outcome };
  };
  const ended = { status: "completed", attempts: 1 };
  assert.deepEqual(await resultOf(BUSY), { ...ended, attempts: 2, outcome: "busy" });
  assert.deepEqual(await resultOf(SILENT), { ...ended, outcome: "no_answer" });
  assert.deepEqual(await resultOf(OUT_OF_SERVICE), { ...ended, status: "failed", outcome: "failed" });
  assert.deepEqual(await resultOf(OPTS_OUT), { ...ended, outcome: "opted_out" });
  const talked = await resultOf(TALKS);
  assert.deepEqual({ ...talked, outcome: null }, { ...ended, outcome: null });
  await Promise.all([busy.done, silent.done, outOfService.done]);
  say("busy (called twice by the retry rule), no answer, and 503 have their outcomes");

  assert.deepEqual(await campaign.tryCall(OPTS_OUT), {
    status: "blocked",
    codes: ["suppressed", "consent_revoked"],
  });
  say("the contact who opted out is suppressed");
  assert.equal(await campaign.countPlacements(), 6);
  say("6 INVITEs for 5 contacts");
} catch (error) {
  for (const client of clients) process.stderr.write(`${client.output().slice(-2_000)}\n---\n`);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const client of clients) client.stop();
  await run.end();
  await product.close();
  await database.stop();
  process.exit();
}
