import { validate } from "@boxyhq/saml20/dist/response.js";
import { type Verification, type VerificationJob, verifyResponse } from "./verify-response";

/** jackson's check of a response with its options, which verifies the signature a second time. */
export type ProfileJob = { xml: string; options: unknown };
export type ResponseJob = { verify: VerificationJob } | { readProfile: ProfileJob };

/** The worker thread's entry: all work on one response. */
export default function work(job: ResponseJob): Verification | Promise<unknown> {
  if ("verify" in job) return verifyResponse(job.verify);
  const { xml, options } = job.readProfile;
  return validate(xml, options);
}
