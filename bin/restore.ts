// Restores a backup into the embedded database, while Parley does not run, and asks for what was erased since to be erased
// again:
//   npm run restore -- --data FILE [--keys FILE] [--passphrase-file …] [--overwrite]
import { resolve } from "node:path";
import { replayErasures } from "@/lib/data/erasure";
import { keysFor, restore } from "@/lib/platform/backup";
import { operatorCtx } from "@/lib/platform/context/make";
import { env } from "@/lib/platform/env";
import { passphraseOf, superuserUrl, typed } from "./backup/settings";
import { Complaint, operate } from "./operator/operate";

const USAGE =
  "Usage: npm run restore -- --data FILE [--keys FILE] [--passphrase-file FILE] [--overwrite]\nWithout --keys, the oldest keys beside the data that are not older are taken.";

async function run(): Promise<string> {
  const values = typed(process.argv.slice(2), USAGE);
  if (values.data === undefined) throw new Complaint(USAGE);
  const data = resolve(values.data);
  const keys = values.keys === undefined ? await keysFor(data) : resolve(values.keys);
  if (keys === undefined)
    throw new Complaint("Beside the data lie no keys that are not older. Name them with --keys.");
  const { madeAt } = await restore({
    adminUrl: superuserUrl(),
    dataDir: env.DATA_DIR,
    data,
    keys,
    passphrase: passphraseOf(values["passphrase-file"]),
    overwrite: values.overwrite === true,
  });
  const { again, unreadable } = await replayErasures((id) => operatorCtx(id, "restore"));
  return [
    `Restored what there was on ${madeAt}.`,
    `Numbers that were erased since: ${again}. The worker erases them again when Parley is started.`,
    ...(unreadable > 0
      ? [
          `Receipts in ${env.DATA_DIR}/erasures that cannot be read: ${unreadable}. Look after those yourself.`,
        ]
      : []),
  ].join("\n");
}

await operate(run, "Nothing was restored. ");
