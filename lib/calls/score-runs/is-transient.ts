import { isUnavailable } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** Whether an error says nothing about a call, so that the call can be read later. */
export const isTransient = (error: unknown): boolean =>
  isUnavailable(error) ||
  (error instanceof AppError && (error.code === "unavailable" || error.code === "workspace_locked"));
