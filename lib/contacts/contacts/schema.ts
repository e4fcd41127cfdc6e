import { z } from "zod";
import { ConsentStates, NewConsent, Suppression } from "@/lib/contacts/consent/schema";
import {
  id,
  nonBlankText,
  Phone,
  pageOf,
  pageQuery,
  Revision,
  Time,
  TimeZone,
  text,
} from "@/lib/platform/schema";

const MAX_NAME = 200;
/** Longest text of a number, with separators. */
const MAX_NUMBER_TEXT = 50;
export const MAX_ATTRIBUTES = 50;
const MAX_ATTRIBUTE_NAME = 64;
const MAX_ATTRIBUTE_TEXT = 1_000;
const MAX_CONSENTS = 20;
const MAX_SEARCH = 200;
const MAX_HOLD_REASON = 1_000;

export const ContactId = id("ctc");
/** A number in a path starts with a plus sign, so that it cannot be mistaken for an id. */
const NumberRef = z.string().regex(/^\+[0-9][0-9 ()./-]{5,40}$/, "Use the international form.");
/** A contact's id or number. */
const ContactRef = z.union([ContactId, NumberRef]);
export const ContactParams = z.strictObject({ contact: ContactRef });

const Scalar = z.union([z.string().max(MAX_ATTRIBUTE_TEXT), z.number(), z.boolean()]);
const AttributeName = z.string().min(1).max(MAX_ATTRIBUTE_NAME);
const hasFewAttributes = (attributes: Record<string, unknown>) =>
  Object.keys(attributes).length <= MAX_ATTRIBUTES;
const TOO_MANY = `Use at most ${MAX_ATTRIBUTES} attributes.`;

/** Data about a contact from the workspace's own systems. Flat, and stored sealed. */
export const Attributes = z.record(AttributeName, Scalar);
export type Attributes = z.output<typeof Attributes>;
const SetAttributes = Attributes.refine(hasFewAttributes, TOO_MANY);
/** Attributes to merge. Null removes an attribute. */
const PatchAttributes = z.record(AttributeName, Scalar.nullable()).refine(hasFewAttributes, TOO_MANY);

export const Name = nonBlankText(MAX_NAME);
/** A number in any usual form with its country code. Stored in E.164. */
export const NumberText = text(MAX_NUMBER_TEXT).min(1, "Write something.");

export const CreateContact = z.strictObject({
  phone: NumberText,
  name: Name.nullable().default(null),
  /** Defaults to the number's time zone. */
  timezone: TimeZone.nullable().default(null),
  attributes: SetAttributes.default({}),
  consents: z.array(NewConsent).max(MAX_CONSENTS).default([]),
});
export type CreateContact = z.output<typeof CreateContact>;

/** `name: null` removes the name. `timezone: null` returns to the number's time zone. */
export const UpdateContact = z.strictObject({
  name: Name.nullable().optional(),
  timezone: TimeZone.nullable().optional(),
  attributes: PatchAttributes.optional(),
});
export type UpdateContact = z.output<typeof UpdateContact>;

/** Why a contact must be kept. */
export const HoldContact = z.strictObject({ reason: nonBlankText(MAX_HOLD_REASON) });
export type HoldContact = z.output<typeof HoldContact>;

export const ListContacts = z.strictObject({
  ...pageQuery,
  /** A whole number in any form, or words of the name. */
  q: nonBlankText(MAX_SEARCH).optional(),
  suppressed: z.enum(["true", "false"]).optional(),
});
export type ListContacts = z.output<typeof ListContacts>;

export const Contact = z.strictObject({
  id: ContactId,
  phone: Phone,
  name: z.string().nullable(),
  timezone: z.string().nullable(),
  timezone_source: z.enum(["provided", "number"]).nullable(),
  /** ISO 3166: `US-CA` if the number implies the state or province, else the country. */
  region: z.string().nullable(),
  attributes: Attributes,
  suppression: Suppression.nullable(),
  consent: ConsentStates,
  legal_hold: z.string().nullable(),
  revision: Revision,
  created_at: Time,
});
export type Contact = z.output<typeof Contact>;
export const ContactPage = pageOf(Contact);
