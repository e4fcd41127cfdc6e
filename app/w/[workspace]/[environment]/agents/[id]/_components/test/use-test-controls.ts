"use client";

import { useDisclosure } from "@mantine/hooks";
import { useRef, useState } from "react";
import type { Agent } from "@/lib/agents/agents/schema";
import { focusWhenRendered } from "../focus-path";
import type { TestMode } from "./head-controls";
import { type TestVersion, versionToCall } from "./version-to-call";

/** The state of the test panel that the page header and the deploy dialog control too. `panel`: properties of the panel. */
export function useTestControls(agent: Agent, dirty: boolean) {
  const [opened, drawer] = useDisclosure(false);
  const [mode, setMode] = useState<TestMode>("text");
  const [version, setVersion] = useState<TestVersion>("draft");
  const [selected, setSelected] = useState<TestVersion | null>(null);
  const [isInCall, setInCall] = useState(false);
  const callButton = useRef<HTMLButtonElement>(null);

  /** Shows the panel of a test, which explains the recording before a second click starts a call. */
  function show(nextMode: TestMode, nextVersion: TestVersion): void {
    if (!isInCall) setVersion(nextVersion);
    setMode(nextMode);
    drawer.open();
    if (nextMode === "voice") focusWhenRendered(() => callButton.current);
  }
  return {
    isInCall,
    open: drawer.open,
    showCall: () => show("voice", versionToCall(agent, { dirty, selected })),
    showLive: () => show(agent.type === "voice" ? "voice" : "text", "live"),
    /** After a deploy, an earlier selection of a version no longer applies. */
    forgetSelection: () => setSelected(null),
    panel: {
      /** Whether the drawer is open, on narrow screens. */
      opened,
      onClose: drawer.close,
      /** Text or voice, if the agent supports both. */
      mode,
      onMode: setMode,
      version,
      onVersion(next: TestVersion) {
        setVersion(next);
        setSelected(next);
      },
      /** Starts a test call; the "Call" button in the page header moves the focus here. */
      callButton,
      onInCall: setInCall,
    },
  };
}
