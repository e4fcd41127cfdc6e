import { extractUri, parseSipUri } from "./address";

/** A digit of a number, in a trace. The length and the plus remain, as trunks differ in the format that they accept. */
const MASKED_DIGIT = "x";
const NUMBER = /^[+0-9*#.() -]{1,40}$/;
/** Shorter runs of digits are ports, ids and times. A number of a text can have separators, which lists of codecs have too. */
const DIGIT_RUN = /[0-9]{7,}/g;
const SEPARATED_DIGITS = /[0-9](?:[ ()-]{0,2}[0-9]){6,}/g;
const HOST = /^[A-Za-z0-9.\-:[\]]{1,255}$/;

const maskEach = (text: string): string => text.replaceAll(/[0-9]/g, MASKED_DIGIT);

/** Replaces the digits of a text that can contain a telephone number. */
export const maskDigits = (text: string): string => text.replaceAll(SEPARATED_DIGITS, maskEach);

/** Replaces runs of digits that are as long as a telephone number, in texts that list shorter numbers. */
export const maskDigitRuns = (text: string): string => text.replaceAll(DIGIT_RUN, maskEach);

/** Masks the user part of a URI: the digits of a number, and all of an account's name. */
function maskUser(user: string): string {
  if (user === "") return "";
  return NUMBER.test(user) ? maskEach(user) : "[user]";
}

/** A host name or address without digits of a number; others are replaced. */
export const maskHost = (host: string): string => (HOST.test(host) ? maskDigitRuns(host) : "[host]");

/** A URI without the number or account, and without parameters and headers. */
export function maskUri(text: string): string {
  const uri = parseSipUri(text.trim());
  if (uri === null) return "[uri]";
  const user = maskUser(uri.user);
  if (uri.scheme === "tel") return `tel:${user}`;
  const port = uri.port === null ? "" : `:${uri.port}`;
  return `${uri.scheme}:${user === "" ? "" : `${user}@`}${maskHost(uri.host)}${port}`;
}

/** A name-addr without the name, the number and parameters. */
export function maskAddress(value: string): string {
  if (value.trim() === "*") return "*";
  const hasName = /^[^<]*[^<\s]/.test(value) && value.includes("<");
  return `${hasName ? "[name] " : ""}<${maskUri(extractUri(value))}>`;
}
