import type { z } from "zod";
import type { providers } from "@/messages/en/providers";
import type { RetentionBasis } from "./retention-basis";

/** A problem of a credential. It has no sentence, as the browser needs none. */
export type CredentialProblem = {
  pointer: string;
  reason:
    | "speech_missing"
    | "header_not_for_authorization"
    | "sip_encryption_without_tls"
    | "sip_password_missing"
    | "sip_password_short"
    | "sip_registration_without_account";
};

/**
 * The use of a provider. `tools`: a credential of HTTP tools, bound to the hosts that the builder lists. `model`
 * and `speech`: agents choose it by `<name>:<model or voice>`. `carrier`: it carries calls and texts.
 */
export type Service = "tools" | "model" | "speech" | "carrier";

/** The services of a carrier's numbers. */
export type Carried = "calls" | "texts";

/** Keys of the form's texts in the catalog, `messages/en/providers.ts`. A key without a text does not compile. */
export type Texts = typeof providers;

/** One input of the dashboard's form. `name` is a field of the credential; `label`, `help` and `example` are keys of texts. */
export type CredentialField = {
  name: string;
  label: keyof Texts["label"];
  help?: keyof Texts["help"];
  /** Names and examples in the help, which are no texts. */
  values?: Readonly<Record<string, string>>;
  /** The form does not send without it. */
  required?: true;
} & (
  | { input: "text"; example?: keyof Texts["example"]; maxLength?: number; shownWith?: string }
  /** Typed once, and never shown again. */
  | { input: "secret" }
  /** Names, one a line. */
  | { input: "lines" }
  /** IDs, one a line, each with an optional name for people behind it. */
  | { input: "named_lines" }
  | { input: "checkbox" }
  /** The first option is the default. */
  | { input: "choice"; options: readonly { value: string; label: keyof Texts["option"] }[] }
  | { input: "number"; example?: keyof Texts["example"] }
);

/** A paragraph between the inputs. */
export type CredentialNote = { input: "note"; note: keyof Texts["note"] };

/** Settings of a connected provider that its data instruction depends on. */
export type InstructionSettings = { baseUrl: string; claimed: boolean };

/** How a provider of conversation data is made to keep nothing. */
export type RetentionTerms<Credential> = {
  /**
   * The basis of a claim of zero retention; null if the claim has none and is rejected. `isOwnServer`: the
   * operator has listed the server's host (TOOL_ALLOWED_HOSTS).
   */
  basisOf(credential: Credential, isOwnServer: boolean): RetentionBasis | null;
  /** Why a claim has no basis: it needs an agreement, or is a setting of the account at the named provider. */
  withoutBasis?: "needs_agreement" | { setAt: string };
  /** Whether each request contains a data instruction, which the adapter words. */
  hasInstruction(settings: InstructionSettings): boolean;
};

/**
 * Everything about a kind of provider that needs no server: the browser loads it too. The server's part is its
 * adapter (adapter.ts).
 */
export type ProviderDescriptor<
  Kind extends string = string,
  Use extends Service = Service,
  Schema extends z.ZodObject = z.ZodObject,
> = {
  kind: Kind;
  service: Use;
  /** The services of a carrier; absent for kinds of other services. */
  carries?: readonly Carried[];
  /** The `credential` of `POST /integrations`, with `kind` as a literal. */
  credential: Schema;
  /** Fields of the credential that are sealed. The others are stored as settings. */
  secretFields: readonly (keyof z.output<Schema> & string)[];
  form: readonly (CredentialField | CredentialNote)[];
  /** The provider's own public address, which needs no check. */
  publicUrl?: string;
  /** The company or product, in the list of subprocessors. Credentials of tools have none. */
  subprocessor?: string;
  /** A rule about several fields together. Returns the problem as the detail of a 400, or null. */
  problemOf?(credential: z.output<Schema>): CredentialProblem | null;
  retention?: RetentionTerms<z.output<Schema>>;
};

/** Returns the descriptor with the types of its literals. */
export const describeProvider = <
  const Kind extends string,
  const Use extends Service,
  Schema extends z.ZodObject,
>(
  descriptor: ProviderDescriptor<Kind, Use, Schema>,
): ProviderDescriptor<Kind, Use, Schema> => descriptor;
