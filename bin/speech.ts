// `npm run speech`: the speech models of this machine. It lists, downloads and tests them, and needs no database.
import { operate } from "./operator/operate";
import { runSpeechCommand } from "./speech/commands";

await operate(
  () => runSpeechCommand(process.argv.slice(2), (line) => void process.stderr.write(`${line}\n`)),
  "",
);
