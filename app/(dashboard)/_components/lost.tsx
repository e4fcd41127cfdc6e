"use client";

import { usePathname } from "next/navigation";
import { NotFoundState } from "@/components/states";
import { placeOf } from "./places";

/** Leads back to the list that the address hangs below, by what the browser shows: a layout that stays is not told. */
export function Lost() {
  return <NotFoundState order={1} place={placeOf(usePathname())} />;
}
