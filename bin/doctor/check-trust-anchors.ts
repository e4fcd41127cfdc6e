import { readFile } from "node:fs/promises";
import { parseCertificates } from "@/lib/platform/stir";
import { daysLeft, WARNED_BELOW_DAYS } from "./days-left";
import { codeOf, counted, type Finding, failed, passed, skipped, warning } from "./finding";

/** As many as a gateway reads. */
const MAX_ANCHORS = 500;
const REPLACE = "Replace the file with the current list of the authority, then restart the voice gateways.";

type Input = {
  /** STIR_TRUST_ANCHORS. */
  file: string | undefined;
  /** Milliseconds of the epoch. */
  now: () => number;
};

/** Whether the certificates by which callers' signatures are verified can be read, and are valid. */
export async function checkTrustAnchors({ file, now }: Input): Promise<Finding> {
  if (file === undefined)
    return skipped("STIR_TRUST_ANCHORS is not set: signatures of callers are not verified");
  let pem: string;
  try {
    pem = await readFile(file, "utf8");
  } catch (error) {
    return failed(
      `the file of STIR_TRUST_ANCHORS cannot be read (${codeOf(error)})`,
      "Correct the path, and let Parley's user read the file. Until then trunks that require signatures refuse all calls.",
    );
  }
  try {
    const ends = parseCertificates(pem, MAX_ANCHORS).map(({ validTo }) => Date.parse(validTo));
    return judge(ends, now());
  } catch (error) {
    return failed(`STIR_TRUST_ANCHORS has a certificate that cannot be read (${codeOf(error)})`, REPLACE);
  }
}

function judge(ends: readonly number[], now: number): Finding {
  if (ends.length === 0) return failed("the file of STIR_TRUST_ANCHORS has no certificate in PEM", REPLACE);
  const expired = ends.filter((end) => end < now).length;
  if (expired === ends.length) return failed("all certificates of STIR_TRUST_ANCHORS are expired", REPLACE);
  const summary = `${counted(ends.length, "certificate")} of authorities`;
  if (expired > 0) return warning(`${summary}, ${expired} of them expired`, REPLACE);
  const days = daysLeft(Math.min(...ends), now);
  if (days < WARNED_BELOW_DAYS)
    return warning(`${summary}, the first of them valid for ${counted(days, "more day")}`, REPLACE);
  return passed(summary);
}
