import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const root = join(import.meta.dirname, "..");
/** The session is the README's longest block of shell. */
const session = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, block = ""]) => block)
  .reduce((longest, block) => (block.length > longest.length ? block : longest), "");

test("the README's session works when it is pasted: a call comes back, masked and settled", async ({
  baseURL,
  request,
}) => {
  const env = { ...process.env, PARLEY: baseURL ?? "", KEY: process.env.E2E_API_KEY ?? "" };
  const { stdout } = await promisify(execFile)("bash", ["-c", session], { cwd: root, env });
  const { id } = JSON.parse(stdout) as { id: string };
  const read = async () => {
    const answer = await request.get(`/v1/calls/${id}`, { headers: { authorization: `Bearer ${env.KEY}` } });
    return answer.json();
  };
  // On a slow machine the session may print the call before it is settled.
  await expect.poll(async () => (await read()).settled_at).toEqual(expect.any(String));
  const call = await read();
  expect(call).toMatchObject({
    status: "completed",
    end_reason: "agent_ended",
    variables: { account_number: { masked: true }, guests: 2 },
    outcome: { tag: "booked", successful: true },
  });
  expect(call.variables.day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(JSON.stringify(call)).toContain("[account_number]");
  const transcriptText = JSON.stringify(call.transcript.map(({ text }: { text: string | null }) => text));
  expect(transcriptText.replaceAll(/\D/g, "")).not.toContain("481516");
  expect(transcriptText).not.toContain("four eight one five");
  expect(stdout).not.toContain("four eight one five");
});
