"use client";

import type { ComponentProps } from "react";
import { CallsMessages } from "@/messages/areas/calls";
import { RunningConsole } from "./running-console";

/** The console of a running test, with the texts of calls, which the builder does not need before. */
export function ConsolePart(props: ComponentProps<typeof RunningConsole>) {
  return (
    <CallsMessages>
      <RunningConsole {...props} />
    </CallsMessages>
  );
}
