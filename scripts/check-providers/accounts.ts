import { partsOf } from "@/lib/agents/integrations/secret";
import type { OpenIntegration } from "@/lib/agents/providers";
import {
  Credential,
  kindsOf,
  PROVIDER_DESCRIPTORS,
  type ProviderDescriptor,
  type ProviderKind,
} from "@/lib/agents/providers/schema";
import { providers } from "@/messages/en/providers";

type Environment = Readonly<Record<string, string | undefined>>;

/** Voices to try if none is named: one of each provider's own. */
const VOICES: Readonly<Record<string, string>> = {
  elevenlabs: "21m00Tcm4TlvDq8ikWAM",
  cartesia: "f786b574-daa5-4673-aa0c-cbe3e8534c02",
  openai: "marin",
};
/** Fields of a credential that hold a list: names, separated by commas. */
const LISTS = ["voices", "models"];
/** Fields of a credential that this command reads. */
const FIELDS = ["api_key", "base_url", "voice_model", "voice_instructions", ...LISTS];

export type TriedProvider = { kind: string; label: string; integration: OpenIntegration };
/** A provider without credentials, or with wrong ones. */
export type SkippedProvider = { kind: string; label: string; reason: string };

const namesOf = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The credential that the variables `<KIND>_<FIELD>` describe; null if the provider is not to be tried. */
function credentialOf({ kind, credential }: ProviderDescriptor, env: Environment): object | null {
  const names = FIELDS.filter((name) => name in credential.shape);
  const entries = names.flatMap((name) => {
    const value = env[`${kind}_${name}`.toUpperCase()];
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  const fields = Object.fromEntries(entries);
  // A server without a key is named by its address.
  const isOwnServer = !credential.shape.base_url?.safeParse(undefined).success;
  if ((isOwnServer ? fields.base_url : fields.api_key) === undefined) return null;
  const lists = LISTS.flatMap((name) => (name in fields ? [[name, namesOf(fields[name] ?? "")]] : []));
  const voice = VOICES[kind];
  return {
    kind,
    ...(voice !== undefined && names.includes("voices") && { voices: [voice] }),
    ...fields,
    ...Object.fromEntries(lists),
  };
}

function providerOf(
  descriptor: ProviderDescriptor<ProviderKind>,
  env: Environment,
): TriedProvider | SkippedProvider {
  const { kind } = descriptor;
  const label = providers.kind[kind];
  const input = credentialOf(descriptor, env);
  if (input === null) return { kind, label, reason: "not tried" };
  const parsed = Credential.safeParse(input);
  // The names of the fields alone: a value can be a key.
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join("."));
    return { kind, label, reason: `wrong variables: ${[...new Set(fields)].join(", ")}` };
  }
  return { kind, label, integration: { kind, hosts: [], ...partsOf(parsed.data) } };
}

/** Reads the accounts of all speech providers from environment variables. */
export function readAccounts(env: Environment): (TriedProvider | SkippedProvider)[] {
  const kinds: readonly string[] = kindsOf("speech");
  return PROVIDER_DESCRIPTORS.filter(({ kind }) => kinds.includes(kind)).map((descriptor) =>
    providerOf(descriptor, env),
  );
}
