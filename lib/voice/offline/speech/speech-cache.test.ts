import { expect, test } from "vitest";
import { saidAgain } from "./speech-cache";

/** A voice that counts what it is made to say. */
function counted() {
  const synthesized: string[] = [];
  const say = saidAgain(async (piece, voice) => {
    synthesized.push(`${voice}: ${piece}`);
    return Int16Array.from(piece, (_, i) => i);
  });
  return { said: synthesized, say };
}

test("what is said again is made twice, and kept from then on, for each voice", async () => {
  const { said, say } = counted();
  const first = await say("Which day?", "slt", "Which day?");
  await say("Which day?", "slt", "Which day?");
  expect(await say("Which day?", "slt", "Which day?")).toEqual(first);
  await say("Which day?", "rms", "Which day?");
  expect(said).toEqual(["slt: Which day?", "slt: Which day?", "rms: Which day?"]);
});

test("what has a number in it is never kept, however it is spoken", async () => {
  const { said, say } = counted();
  for (let times = 0; times < 4; times++) await say("four eight one five", "slt", "4815");
  expect(said).toHaveLength(4);
});

test("two who are to say the same at once wait for one sound, which is kept", async () => {
  const { said, say } = counted();
  const results = await Promise.all([
    say("Which day?", "slt", "Which day?"),
    say("Which day?", "slt", "Which day?"),
  ]);
  expect(results[0]).toEqual(results[1]);
  await say("Which day?", "slt", "Which day?");
  expect(said).toEqual(["slt: Which day?"]);
});
