// Generated hostile input against the promises of masking, for a time, with a seed:
//   npm run adversary -- --seconds 600 --seed 7
// Prints for each generator the cases, the failures and the 95 % upper bound of the rate, of the phrasings that were
// used for tuning and of the unseen ones. Exits with 1 on any failure.
import { parseArgs } from "node:util";
import { upperBound } from "./bound";
import { generators } from "./registry";

const DEFAULT_SECONDS = 600;
const SEED_MAX = 2 ** 31;

const { values } = parseArgs({
  options: { seconds: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
});
const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
const seed = Number(values.seed ?? Math.floor(Math.random() * SEED_MAX));
const { only } = values;
const selected = generators.filter(({ name }) => only === undefined || name.includes(only));

const print = (text: string) => process.stdout.write(`${text}\n`);
const rate = (failures: number, n: number): string =>
  `${failures} of ${n}, at most ${(100 * upperBound(failures, n)).toFixed(3)} %`;

print(`seed ${seed}, ${seconds} s, ${selected.length} generators`);
const end = Date.now() + seconds * 1000;
let failed = 0;
const total = { n: 0, failures: 0, unseenN: 0, unseenFailures: 0 };
for (const [position, generator] of selected.entries()) {
  // Unused time of one generator is shared by the next ones.
  const share = (end - Date.now()) / (selected.length - position);
  const result = await generator.run(seed, Date.now() + share);
  const { n, failures, unseenN, unseenFailures } = result;
  print(`${generator.name}: ${rate(failures.length, n)}; unseen: ${rate(unseenFailures, unseenN)}`);
  if (result.note !== undefined) print(`  ${result.note}`);
  for (const failure of failures.filter((text) => text !== ""))
    print(`  ${failure.replaceAll("\n", "\n  ")}`);
  failed += failures.length + unseenFailures;
  total.n += n;
  total.failures += failures.length;
  total.unseenN += unseenN;
  total.unseenFailures += unseenFailures;
}
print(`all: ${rate(total.failures, total.n)}; unseen: ${rate(total.unseenFailures, total.unseenN)}`);
process.exitCode = failed === 0 ? 0 : 1;
