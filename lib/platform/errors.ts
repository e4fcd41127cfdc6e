import { type ErrorCode, PROBLEMS } from "./reasons/codes";
import { type MessageParams, writeSentence } from "./reasons/reason-table";
import {
  DETAIL_REASONS,
  type DetailParams,
  type DetailReason,
  ERROR_REASONS,
  type ErrorParams,
  type ErrorReason,
} from "./reasons/reasons";

export { type ErrorCode, type MessageParams, PROBLEMS };

/**
 * One problem of a request: the part of the request, a JSON pointer within that part, and what to do about it. `reason` names
 * the message and `params` are its values, so that clients can translate it. A reason that equals the code is the code's
 * standard message.
 */
export type ErrorDetail = {
  in: "body" | "query" | "path" | "header";
  pointer: string;
  code: string;
  reason?: string | undefined;
  message: string;
  params?: MessageParams;
};

type Extra = {
  details?: readonly ErrorDetail[];
  retryAfterS?: number;
  cause?: unknown;
};
type ErrorArguments<R extends ErrorReason> =
  ErrorParams<R> extends undefined ? [extra?: Extra] : [extra: Extra & { params: ErrorParams<R> }];

/** The parameters that clients get: those of the sentence, which a standard one always has, even if empty. */
const sentParams = (isStandard: boolean, params: MessageParams | undefined): MessageParams | undefined =>
  isStandard ? (params ?? {}) : params;

/**
 * The only error whose message is shown to clients. Its reason selects code and message in `lib/platform/reasons`. The message
 * says what to do and never contains a value from the request. Private information goes into `cause`, which only the log sees.
 */
export class AppError<R extends ErrorReason = ErrorReason> extends Error {
  readonly code: ErrorCode;
  readonly reason: ErrorReason;
  readonly params: MessageParams | undefined;
  readonly details: readonly ErrorDetail[] | undefined;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  readonly retryAfterS: number | undefined;

  constructor(reason: R, ...[extra = {}]: ErrorArguments<R>) {
    const { params, details, retryAfterS, cause }: Extra & { params?: MessageParams | undefined } = extra;
    const sentence = ERROR_REASONS[reason];
    super(writeSentence(sentence, params), cause === undefined ? undefined : { cause });
    this.name = "AppError";
    this.code = sentence.code;
    this.reason = reason;
    this.params = sentParams("isStandard" in sentence, params);
    this.details = details;
    this.retryAfterS = retryAfterS;
  }
}

/** A 400 that lists every problem. */
export const validationError = (details: readonly ErrorDetail[]): AppError =>
  new AppError("validation_error", { params: { count: details.length }, details });

type DetailArguments<R extends DetailReason> =
  DetailParams<R> extends undefined ? [] : [params: DetailParams<R>];

/** The English sentence of a detail's reason. */
export const detailSentence = <R extends DetailReason>(reason: R, ...[params]: DetailArguments<R>): string =>
  writeSentence(DETAIL_REASONS[reason], params);

/** A problem of a part of the request, at a JSON pointer. */
export function problemIn<R extends DetailReason>(
  place: ErrorDetail["in"],
  pointer: string,
  reason: R,
  ...[values]: DetailArguments<R>
): ErrorDetail {
  const sentence = DETAIL_REASONS[reason];
  const params = sentParams("isStandard" in sentence, values);
  const message = writeSentence(sentence, params);
  return { in: place, pointer, code: sentence.code, reason, message, ...(params && { params }) };
}

/** A problem of the body, at a JSON pointer. */
export const bodyProblem = <R extends DetailReason>(
  pointer: string,
  reason: R,
  ...values: DetailArguments<R>
): ErrorDetail => problemIn("body", pointer, reason, ...values);

/** A 400 with one problem of the body. */
export const bodyError = <R extends DetailReason>(
  pointer: string,
  reason: R,
  ...values: DetailArguments<R>
): AppError => validationError([bodyProblem(pointer, reason, ...values)]);

/** The only 404: a missing resource and another workspace's resource are indistinguishable. */
export const notFound = (): AppError => new AppError("not_found");
