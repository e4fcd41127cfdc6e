"use client";

import { useSyncExternalStore } from "react";
import { currentReasonTranslator, subscribeToReasonTexts } from "./reason-texts";

/** Renders a component again once the texts of the reasons are there. Returns what changes then. */
export const useReasonTexts = (): unknown =>
  useSyncExternalStore(subscribeToReasonTexts, currentReasonTranslator, () => null);
