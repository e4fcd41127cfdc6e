import { z } from "zod";
import { ConsentStates, NewConsent, Suppression } from "@/lib/contacts/consent/schema";
import { TOO_MANY_CONTACT_ATTRIBUTES, USE_INTERNATIONAL_FORM } from "@/lib/platform/reasons/fields/contacts";
import { WRITE_SOMETHING } from "@/lib/platform/reasons/fields/platform";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";
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
import { MAX_ATTRIBUTES } from "./values";

const MAX_NAME = 200;
/** Longest text of a number, with separators. */
const MAX_NUMBER_TEXT = 50;
export const MAX_ATTRIBUTE_NAME = 64;
export const MAX_ATTRIBUTE_TEXT = 1_000;
const MAX_CONSENTS = 20;
const MAX_SEARCH = 200;
const MAX_HOLD_REASON = 1_000;

export const ContactId = id("ctc");
/** A number in a path starts with a plus sign, so that it cannot be mistaken for an id. */
const NumberRef = z.string().regex(/^\+[0-9][0-9 ()./-]{5,40}$/, USE_INTERNATIONAL_FORM);
/** A contact's id or number. */
const ContactRef = z.union([ContactId, NumberRef]);
export const ContactParams = z.strictObject({
  /**
   * Identifier of the contact, `ctc_…`, or its number with a plus sign, such as `+12125550142` (also
   * `%2B…`).
   */
  contact: ContactRef,
});

const Scalar = z.union([z.string().max(MAX_ATTRIBUTE_TEXT), z.number(), z.boolean()]);
const AttributeName = z.string().min(1).max(MAX_ATTRIBUTE_NAME);
const hasFewAttributes = (attributes: Record<string, unknown>) =>
  Object.keys(attributes).length <= MAX_ATTRIBUTES;
const TOO_MANY = writeFieldSentence(TOO_MANY_CONTACT_ATTRIBUTES, { max: MAX_ATTRIBUTES });

/** Data about a contact from the workspace's own systems. Flat, and stored sealed. */
export const Attributes = z.record(AttributeName, Scalar);
export type Attributes = z.output<typeof Attributes>;
const SetAttributes = Attributes.refine(hasFewAttributes, TOO_MANY);
/** Attributes to merge. Null removes an attribute. */
const PatchAttributes = z.record(AttributeName, Scalar.nullable()).refine(hasFewAttributes, TOO_MANY);

export const Name = nonBlankText(MAX_NAME);
/** A number in any usual form with its country code. Stored in E.164. */
export const NumberText = text(MAX_NUMBER_TEXT).min(1, WRITE_SOMETHING);

export const CreateContact = z.strictObject({
  /** Number with its country code, in any usual form. It is stored in E.164 and cannot change. */
  phone: NumberText,
  /** Name of the person; null if it is not known. */
  name: Name.nullable().default(null),
  /** IANA time zone. Null: the one of the number, if its country or area has only one. */
  timezone: TimeZone.nullable().default(null),
  /**
   * Data from your system, by name, at most 50. A value named like an agent's variable is known in its
   * conversations.
   */
  attributes: SetAttributes.default({}),
  /** First entries of the contact's consent ledger. */
  consents: z.array(NewConsent).max(MAX_CONSENTS).default([]),
});
export type CreateContact = z.output<typeof CreateContact>;

/** `name: null` removes the name. `timezone: null` returns to the number's time zone. */
export const UpdateContact = z.strictObject({
  /** Name of the person. Null removes it. */
  name: Name.nullable().optional(),
  /** IANA time zone. Null returns to the one of the number. */
  timezone: TimeZone.nullable().optional(),
  /** Attributes to add or replace, by name. Null removes one; others are unchanged. */
  attributes: PatchAttributes.optional(),
});
export type UpdateContact = z.output<typeof UpdateContact>;

/** Why a contact must be kept. */
export const HoldContact = z.strictObject({
  /** Why the contact's data must be kept. It is shown with the contact. */
  reason: nonBlankText(MAX_HOLD_REASON),
});
export type HoldContact = z.output<typeof HoldContact>;

export const ListContacts = z.strictObject({
  ...pageQuery,
  /** Searches for a whole number, in any form, or for whole words of the name. */
  q: nonBlankText(MAX_SEARCH).optional(),
  /** Selects contacts that are suppressed on any channel (`true`), or on none (`false`). */
  suppressed: z.enum(["true", "false"]).optional(),
});
export type ListContacts = z.output<typeof ListContacts>;

export const Contact = z.strictObject({
  id: ContactId,
  /** Number in E.164. */
  phone: Phone,
  /** Name of the person; null if it is not known. */
  name: z.string().nullable(),
  /** IANA time zone. Null if it is neither given nor known from the number; outreach is then held. */
  timezone: z.string().nullable(),
  /**
   * Whether the time zone was given (`provided`) or follows from the number (`number`). Null without a time
   * zone.
   */
  timezone_source: z.enum(["provided", "number"]).nullable(),
  /**
   * Region that the number belongs to, as ISO 3166: `US-CA` if it implies the state or province, else the
   * country. Null if it is unknown.
   */
  region: z.string().nullable(),
  /** Data from your system, by name. */
  attributes: Attributes,
  /** Channels on which the contact is not reached, by all sources together. Null for none. */
  suppression: Suppression.nullable(),
  /** Current state for each purpose and channel, by keys such as `informational:call`. */
  consent: ConsentStates,
  /** Reason of the legal hold that keeps the contact's data from expiry and erasure. Null without one. */
  legal_hold: z.string().nullable(),
  revision: Revision,
  created_at: Time,
});
export type Contact = z.output<typeof Contact>;
export const ContactPage = pageOf(Contact);
