// Tries speech providers with the owner's accounts, through the product's own adapters:
//   CARTESIA_API_KEY=… OPENAI_API_KEY=… npm run check:providers
// docs/voice.md, "Trying providers", lists the variables. A provider without a key is "not tried". Costs a few cents.
// Exit code 1 if a provider failed.
import type { Synthesizer } from "@/lib/agents/providers/schema";
import { defaultHttpClient } from "@/lib/platform/egress";
import { createBuiltinSynthesizer } from "@/lib/voice/offline/speech/synthesizer";
import { readAccounts } from "./check-providers/accounts";
import { formatReport, hasFailed } from "./check-providers/report";
import { type Trial, tryProvider } from "./check-providers/try-provider";

let builtin: Synthesizer | undefined;
/** The built-in voice speaks for providers without one. Its thread starts when it is needed. */
const builtinVoice = (): Synthesizer => {
  builtin ??= createBuiltinSynthesizer(1);
  const { speak } = builtin;
  return { ...builtin, speak: (text, _, signal) => speak(text, "builtin:slt", signal) };
};

try {
  const results: Parameters<typeof formatReport>[0][number][] = [];
  // One after another, so that they do not slow each other down.
  for (const account of readAccounts(process.env)) {
    if (!("integration" in account)) results.push(account);
    else results.push(await tryProvider(account, { httpClient: defaultHttpClient, builtin: builtinVoice }));
  }
  process.stdout.write(`${formatReport(results)}\n`);
  const isTrial = (result: (typeof results)[number]): result is Trial => "failedChecks" in result;
  process.exitCode = results.filter(isTrial).some(hasFailed) ? 1 : 0;
} finally {
  builtin?.close();
  await defaultHttpClient.close();
}
