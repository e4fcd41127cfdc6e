import type { z } from "zod";
import type { ErrorDetail } from "@/lib/platform/errors";
import { fieldReason } from "@/lib/platform/reasons/field-reasons";
import { validationDetails } from "@/lib/platform/validation-details";

/** The details of the issues of a part of a request, each with its reason, also where a schema has its own sentence. */
export const requestDetails = (
  place: ErrorDetail["in"],
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
): ErrorDetail[] =>
  validationDetails(place, issues, value).map((detail) =>
    detail.reason === undefined ? { ...detail, ...fieldReason(detail.message) } : detail,
  );
