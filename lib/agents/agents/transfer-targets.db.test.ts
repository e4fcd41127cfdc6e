import { beforeAll, describe, expect, test } from "vitest";
import { createIntegration, disconnectIntegration } from "@/lib/agents/integrations";
import { CreateIntegration } from "@/lib/agents/integrations/schema";
import { createPhoneNumber, deletePhoneNumber } from "@/lib/agents/phone-numbers";
import { CreatePhoneNumber } from "@/lib/agents/phone-numbers/schema";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { makeWorkspace } from "@/test/fixtures/workspace";
import { createAgent, deployAgent, previewDeploy, updateAgent } from "./index";
import { CreateAgent, UpdateAgent } from "./schema";

const TRUNK = { kind: "sip", server: "sip.carrier.example", transport: "tls", encryption: "required" };
const TWILIO = { kind: "twilio", account_sid: `AC${"4".repeat(32)}`, auth_token: "4".repeat(32) };
const HOURS = { days: ["fri", "mon"], start: "09:00", end: "17:00", timezone: "Europe/Berlin" };
const NUMBER = { to: "+12125550123", hours: HOURS };
const ADDRESS = { to: "sip:reception@pbx.example.com", hours: null };
let owner: Ctx;
let numbers = 0;

beforeAll(async () => {
  owner = (await makeWorkspace()).ctx("owner");
});

const make = (transfer_targets: object[] = []) =>
  createAgent(
    owner,
    CreateAgent.parse({
      name: "Desk",
      type: "voice",
      voice_id: "builtin:slt",
      prompt: "Be kind.",
      tools: ["transfer_to_human"],
      transfer_targets,
    }),
  );
const change = (id: string, changes: object) => updateAgent(owner, id, UpdateAgent.parse(changes));
const connect = async (credential: object) =>
  (await createIntegration(owner, CreateIntegration.parse({ name: `Carrier ${numbers++}`, credential }))).id;
const number = async (integration_id: string, agent_id: string | null = null) =>
  createPhoneNumber(
    owner,
    CreatePhoneNumber.parse({ number: `+1213${6_000_000 + numbers++}`, integration_id, agent_id }),
  );
async function reasonsOf(work: Promise<unknown>): Promise<unknown[]> {
  const caught = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(caught instanceof AppError)) throw new Error("The request was accepted.");
  return (caught.details ?? []).map(({ pointer, reason }) => [pointer, reason]);
}

describe("the people of an agent", () => {
  test("are stored in order, with their hours, and kept by other changes", async () => {
    const second = { to: "+12125550124", hours: null };
    const { id, transfer_targets } = await make([NUMBER, { to: second.to }]);
    const stored = { ...NUMBER, hours: { ...HOURS, days: ["mon", "fri"] } };
    expect(transfer_targets).toEqual([stored, second]);
    expect((await change(id, { greeting: "Hello." })).transfer_targets).toEqual([stored, second]);
    expect((await change(id, { transfer_targets: [] })).transfer_targets).toEqual([]);
  });

  test("cannot be listed twice, nor have a premium-rate number", async () => {
    const { id } = await make();
    const twice = change(id, { transfer_to: NUMBER.to, transfer_targets: [NUMBER] });
    expect(await reasonsOf(twice)).toEqual([["/transfer_targets/0/to", "transfer_target_repeated"]]);
    const premium = change(id, { transfer_targets: [{ to: "+19002345678" }] });
    expect(await reasonsOf(premium)).toEqual([["/transfer_targets/0/to", "transfer_target_premium"]]);
  });

  test("have a SIP address only where a trunk calls it", async () => {
    expect(await reasonsOf(make([NUMBER, ADDRESS]))).toEqual([
      ["/transfer_targets/1/to", "transfer_target_without_trunk"],
    ]);
    const trunk = await connect(TRUNK);
    const trunkNumber = await number(trunk);
    const { id } = await make([ADDRESS]);
    const ofTwilio = await number(await connect(TWILIO), id);
    const reason = [["/transfer_targets/0/to", "transfer_target_on_twilio"]];
    expect(await reasonsOf(deployAgent(owner, id))).toEqual(reason);
    expect(await reasonsOf(change(id, { transfer_targets: [{ ...ADDRESS, hours: HOURS }] }))).toEqual(reason);
    await deletePhoneNumber(owner, ofTwilio.id);
    expect((await deployAgent(owner, id)).status).toBe("live");
    await change(id, { greeting: "Hello." });
    await deletePhoneNumber(owner, trunkNumber.id);
    // Another change can be saved, and the deploy tells what is missing.
    await change(id, { greeting: "Good morning." });
    const { problems } = await previewDeploy(owner, id, {});
    expect(problems.map(({ pointer, reason: cause }) => [pointer, cause])).toContainEqual([
      "/transfer_targets/0/to",
      "transfer_target_without_trunk",
    ]);
    await disconnectIntegration(owner, trunk);
  });

  test("are enough for the tool that transfers, without transfer_to", async () => {
    await number(await connect(TWILIO));
    const { id } = await make([NUMBER]);
    expect((await previewDeploy(owner, id, {})).problems).toEqual([]);
    const without = await make();
    expect((await previewDeploy(owner, without.id, {})).problems.map(({ reason }) => reason)).toEqual([
      "transfer_to_missing",
    ]);
  });
});
