"use client";

import { Loader } from "@mantine/core";
import { useLinkStatus } from "next/link";

/** A spinner inside a link while its page is being loaded. */
export function LinkProgress() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} color="gray" aria-hidden /> : null;
}
