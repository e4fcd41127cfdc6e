import { AGENTS_DETAILS, AGENTS_ERRORS } from "./agents";
import { CALLS_DETAILS, CALLS_ERRORS } from "./calls";
import { CONTACTS_DETAILS, CONTACTS_ERRORS } from "./contacts";
import { DATA_DETAILS, DATA_ERRORS } from "./data";
import { HTTP_DETAILS, HTTP_ERRORS } from "./http";
import { IDENTITY_DETAILS, IDENTITY_ERRORS } from "./identity";
import { IDENTITY_AUTH_DETAILS, IDENTITY_AUTH_ERRORS } from "./identity-auth";
import { MASKING_ERRORS } from "./masking";
import { OUTREACH_DETAILS, OUTREACH_ERRORS } from "./outreach";
import { PLATFORM_DETAILS, PLATFORM_ERRORS } from "./platform";
import type { PlaceholderOf } from "./reason-table";
import { VOICE_ERRORS } from "./voice";

/** Every error of the API, by reason. Reasons are part of the contract, like codes; sentences are not. */
export const ERROR_REASONS = {
  ...PLATFORM_ERRORS,
  ...MASKING_ERRORS,
  ...IDENTITY_ERRORS,
  ...IDENTITY_AUTH_ERRORS,
  ...CONTACTS_ERRORS,
  ...AGENTS_ERRORS,
  ...CALLS_ERRORS,
  ...OUTREACH_ERRORS,
  ...VOICE_ERRORS,
  ...DATA_ERRORS,
  ...HTTP_ERRORS,
} as const;

/** Every problem of a part of a request that no schema expresses, by reason. */
export const DETAIL_REASONS = {
  ...PLATFORM_DETAILS,
  ...IDENTITY_DETAILS,
  ...IDENTITY_AUTH_DETAILS,
  ...CONTACTS_DETAILS,
  ...AGENTS_DETAILS,
  ...CALLS_DETAILS,
  ...OUTREACH_DETAILS,
  ...DATA_DETAILS,
  ...HTTP_DETAILS,
} as const;

export type ErrorReason = keyof typeof ERROR_REASONS;
export type DetailReason = keyof typeof DETAIL_REASONS;

type ErrorPlaceholder<R extends ErrorReason> = PlaceholderOf<(typeof ERROR_REASONS)[R]["message"]>;
type DetailPlaceholder<R extends DetailReason> = PlaceholderOf<(typeof DETAIL_REASONS)[R]["message"]>;

/** A value for each of these placeholders; undefined if there are none. */
type ValuesOf<Name extends string> = [Name] extends [never]
  ? undefined
  : { readonly [Key in Name]: string | number };

/** The parameters of an error's sentence; undefined for a sentence without. */
export type ErrorParams<R extends ErrorReason> = ValuesOf<ErrorPlaceholder<R>>;
/** The parameters of a detail's sentence; undefined for a sentence without. */
export type DetailParams<R extends DetailReason> = ValuesOf<DetailPlaceholder<R>>;
