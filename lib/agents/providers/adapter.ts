import type { HttpClient } from "@/lib/platform/egress";
import type { OpenIntegration, SpeechAccount } from "./accounts";
import type { Finding } from "./check/finding";
import type { Probe } from "./check/probe";
import type { Synthesizer, Transcriber } from "./speech-port";
import type { Settings } from "./stored-settings";

/** A provider's response to the instruction to keep nothing: accepted, refused, or not known. */
export type RetentionCheck = "accepted" | "refused" | "unknown";

/** Settings that a check finds out. */
export type CheckedSettings = Required<Pick<Settings, "streaming">>;

/**
 * `retention`: the response to the instruction to keep nothing; null if the check did not see it. `settings`: what the
 * check has found out about the provider's abilities.
 */
export type CheckResult = {
  findings: Finding[];
  retention?: RetentionCheck | null;
  settings?: CheckedSettings;
};

/** The server's part of a kind of provider. */
export type ProviderAdapter = {
  /** The API's sentence for the data instruction in each request. Absent for a provider without one. */
  instruction?: string;
  /** Asks the provider whether everything that calls and tools need of it works. Changes nothing there. */
  check(probe: Probe, integration: OpenIntegration): Promise<CheckResult>;
  /** The synthesizer of an account. Absent for a provider that only transcribes. */
  createSynthesizer?(httpClient: HttpClient, account: SpeechAccount): Synthesizer;
  /** The transcriber of an account. Absent for a provider that only speaks. */
  createTranscriber?(httpClient: HttpClient, account: SpeechAccount, model: string): Transcriber;
};
