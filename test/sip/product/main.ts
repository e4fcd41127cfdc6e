// The product with an outside client: baresip calls an agent over TLS and SRTP, declines the recording, speaks, is understood, and is
// transferred to a second baresip; then the agent calls a contact. scenarios/product.ts starts it with NODE_EXTRA_CA_CERTS, as the peers' certificate
// is self-signed.
//   tsx test/sip/product/main.ts <folder> <certificate.pem> <key.pem>
import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { openEmptyDatabase, prepareDatabase } from "@/bench/empty-database";
import { type Baresip, speakToFile, startBaresip } from "../baresip";

const [folder = "", certificateFile = "", keyFile = ""] = process.argv.slice(2);
const [certificate, key] = [readFileSync(certificateFile, "utf8"), readFileSync(keyFile, "utf8")];

// baresip sends and receives audio at the address of an interface.
const addresses = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).map(({ address }) => address),
);
process.env.TOOL_ALLOWED_HOSTS = ["127.0.0.1:1024-65535", ...addresses].join(",");
const database = await openEmptyDatabase("sip");
await prepareDatabase(database);
const { openProduct } = await import("./product");
const product = await openProduct({ certificate, key });
const clients: Baresip[] = [];
const start = async (user: string, answers: boolean) => {
  const client = await startBaresip({ folder, user, certificate, key, answers, peerPort: product.tlsPort });
  clients.push(client);
  return client;
};
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const yes = speakToFile(folder, "yes", "yes please");
  const human = speakToFile(folder, "human", "I want to talk to a human");

  const person = await start(product.person, true);
  await product.connectTrunk(person.tlsPort);
  const caller = await start("+12125550142", false);
  await caller.dial(product.number);
  const call = await product.newestCall("inbound");
  await product.waitFor(call, "the announcement", ({ recording }) =>
    JSON.stringify(recording.trace).includes('"announced"'),
  );
  await caller.press("9");
  await product.waitFor(call, "the refusal", ({ recording }) => recording.state === "suppressed");
  say("declined the recording by a key");
  await product.waitForAgentTurns(call, 1);
  await caller.play(yes);
  await product.waitFor(call, "the answer", ({ transcript }) =>
    transcript.some(({ role, text }) => role === "caller" && /ye(?:s|ah)/.test(text ?? "")),
  );
  say("spoke, and was understood");
  await product.waitForAgentTurns(call, 2);
  await caller.play(human);
  await product.waitUntil(
    () => person.events().includes("CALL_ESTABLISHED"),
    "the person's telephone answers",
  );
  await product.waitUntil(() => person.heardSeconds() > 1, "the person hears the briefing");
  await person.press("1");
  const ended = await product.waitFor(call, "the transfer", ({ settled_at: at }) => at !== null);
  if (ended.end_reason !== "transferred") throw new Error(`The call ended as ${ended.end_reason}.`);
  say("was transferred to a person who pressed 1");
  const before = person.heardSeconds();
  await caller.play(yes);
  await product.waitUntil(() => person.heardSeconds() > before + 0.1, "the person hears the caller");
  if (caller.heardSeconds() < 1) throw new Error("The caller heard nothing.");
  await caller.hangUp();
  await product.waitUntil(() => person.events().includes("CALL_CLOSED"), "the person's call ends");
  say("ended both calls");

  const contact = await start(product.contact, true);
  await product.connectTrunk(contact.tlsPort);
  const outbound = await product.callContact();
  await product.waitUntil(
    () => contact.events().includes("CALL_ESTABLISHED"),
    "the contact's telephone answers",
  );
  await contact.play(yes);
  await product.waitForAgentTurns(outbound, 1);
  await product.waitUntil(() => contact.heardSeconds() > 1, "the contact hears the agent");
  await contact.hangUp();
  const done = await product.waitFor(
    outbound,
    "the call of the contact",
    ({ settled_at: at }) => at !== null,
  );
  if (done.end_reason !== "caller_hung_up")
    throw new Error(`The call ended as ${done.end_reason}: ${JSON.stringify(done.transcript)}`);
  say("called a contact who talked to the agent");
} catch (error) {
  for (const client of clients) process.stderr.write(`${client.output().slice(-3_000)}\n---\n`);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const client of clients) client.stop();
  await product.close();
  await database.stop();
  process.exit();
}
