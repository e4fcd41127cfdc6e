// A call over two trunks with outside clients: SIPp refuses it with 503 and Retry-After (TLS), and baresip, the server of the second trunk,
// answers it (TLS, SRTP). scenarios/product.ts starts it with NODE_EXTRA_CA_CERTS, as the peers' certificate is self-signed.
//   tsx test/sip/product/failover.ts <folder> <certificate.pem> <key.pem>
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { openEmptyDatabase, prepareDatabase } from "@/bench/empty-database";
import { type Baresip, speakToFile, startBaresip } from "../baresip";
import { startSipp } from "../programs";
import { ScenarioRun } from "../scenario";
import { receive, respond, scenario } from "../sipp-messages";

const [folder = "", certificateFile = "", keyFile = ""] = process.argv.slice(2);
const [certificate, key] = [readFileSync(certificateFile, "utf8"), readFileSync(keyFile, "utf8")];
const addresses = Object.values(networkInterfaces()).flatMap((list) =>
  (list ?? []).map(({ address }) => address),
);
process.env.TOOL_ALLOWED_HOSTS = ["127.0.0.1:1024-65535", ...addresses].join(",");
const database = await openEmptyDatabase("sip-failover");
await prepareDatabase(database);
const { openProduct } = await import("./product");
const { createIntegration, readIntegration } = await import("@/lib/agents/integrations");
const { CreateIntegration } = await import("@/lib/agents/integrations/schema");
const { setOutboundRoutes } = await import("@/lib/outreach/outbound-routes");

/** Longer than the bound of a pause. */
const RETRY_AFTER = "Retry-After: 3600";
const MAX_PAUSE_MS = 300_000;

const run = new ScenarioRun();
run.isTls = true;
const product = await openProduct({ certificate, key });
let contact: Baresip | undefined;
const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  copyFileSync(certificateFile, join(run.folder, "certificate.pem"));
  copyFileSync(keyFile, join(run.folder, "key.pem"));
  const yes = speakToFile(folder, "yes", "yes please");
  const refusal = respond("503 Service Unavailable", { headers: [RETRY_AFTER] });
  const refusing = await startSipp(run, scenario(receive("INVITE", "", 120_000), refusal, receive("ACK")), {
    limitS: 200,
  });
  contact = await startBaresip({
    ...{ folder, user: product.contact, certificate, key },
    answers: true,
    peerPort: product.tlsPort,
  });
  const second = await product.connectTrunk(contact.tlsPort);
  const credential = {
    ...{ kind: "sip", server: `127.0.0.1:${refusing.port}`, sources: [] },
    caller_id: "workspace_numbers",
  };
  const first = await createIntegration(
    product.owner,
    CreateIntegration.parse({ name: "Refusing", credential }),
  );
  await setOutboundRoutes(product.owner, { routes: [{ prefix: "+", trunk_ids: [first.id, second] }] });

  const call = await product.callContact();
  const { events, heardSeconds } = contact;
  await product.waitUntil(() => events().includes("CALL_ESTABLISHED"), "the contact's telephone answers");
  await refusing.done;
  say("503 of the first trunk, answered over the second");
  await contact.play(yes);
  await product.waitForAgentTurns(call, 1);
  await product.waitUntil(() => heardSeconds() > 1, "the contact hears the agent");
  await contact.hangUp();
  const ended = await product.waitFor(call, "the end of the call", ({ settled_at: at }) => at !== null);
  assert.equal(ended.end_reason, "caller_hung_up");
  const pausedMs =
    Date.parse((await readIntegration(product.owner, first.id)).trunk?.paused_until ?? "") - Date.now();
  assert.ok(pausedMs > 0 && pausedMs <= MAX_PAUSE_MS, `paused for ${pausedMs} ms`);
  assert.equal((await readIntegration(product.owner, second)).trunk?.paused_until, null);
  say("the first trunk is paused for at most five minutes");
} catch (error) {
  process.stderr.write(`${contact?.output().slice(-3_000)}\n---\n`);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  contact?.stop();
  await run.end();
  await product.close();
  await database.stop();
  process.exit();
}
