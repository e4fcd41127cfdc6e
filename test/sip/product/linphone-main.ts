// The product with linphonec: it calls an agent over TLS and SRTP, authenticates by digest, speaks, is understood, and hangs up.
// scenarios/product.ts starts it.
//   tsx test/sip/product/linphone-main.ts <folder> <certificate.pem> <key.pem>
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { openEmptyDatabase, prepareDatabase } from "@/bench/empty-database";
import { speakToFile } from "../baresip";
import { type Linphone, startLinphone } from "../linphone";
import { findPort } from "../scenario";

const [folder = "", certificateFile = "", keyFile = ""] = process.argv.slice(2);
const [certificate, key] = [readFileSync(certificateFile, "utf8"), readFileSync(keyFile, "utf8")];

const addresses = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).map(({ address }) => address),
);
process.env.TOOL_ALLOWED_HOSTS = ["127.0.0.1", ...addresses]
  .map((address) => `${address}:1024-65535`)
  .join(",");
const database = await openEmptyDatabase("sip");
await prepareDatabase(database);
const { openProduct } = await import("./product");
const product = await openProduct({ certificate, key });
let client: Linphone | undefined;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const yes = speakToFile(folder, "yes", "yes please");
  const password = randomBytes(12).toString("hex");
  const trunkId = await product.connectTrunk(await findPort(), password);
  const caller = await startLinphone({
    ...{ folder, certificateFile, peerPort: product.tlsPort },
    account: { username: trunkId, password },
  });
  client = caller;
  caller.dial(product.number);
  const call = await product.newestCall("inbound");
  say("called with digest over TLS and SRTP");
  await product.waitFor(call, "the announcement", ({ recording }) =>
    JSON.stringify(recording.trace).includes('"announced"'),
  );
  caller.play(yes);
  await product.waitForAgentTurns(call, 1);
  caller.play(yes);
  await product.waitFor(call, "the answer", ({ transcript }) =>
    transcript.some(({ role, text }) => role === "caller" && /ye(?:s|ah)/.test(text ?? "")),
  );
  await product.waitUntil(() => caller.heardSeconds() > 1, "the caller hears the agent");
  say("spoke, was understood, and heard the agent");
  caller.hangUp();
  const ended = await product.waitFor(call, "the end", ({ settled_at: at }) => at !== null);
  if (ended.end_reason !== "caller_hung_up") throw new Error(`The call ended as ${ended.end_reason}.`);
} catch (error) {
  process.stderr.write(`${client?.output().slice(-3_000)}\n---\n`);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  client?.stop();
  await product.close();
  await database.stop();
  process.exit();
}
