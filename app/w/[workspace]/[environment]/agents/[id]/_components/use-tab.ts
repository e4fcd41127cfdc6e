import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef } from "react";
import type { SectionId } from "./agent-form";
import { parseSection, parseTab, type TabId, tabOf } from "./builder-tabs";
import { focusSection } from "./focus-path";

/** Shows a tab without a request: Next reads the address of the history entry. */
function replaceAddress(tab: TabId): void {
  const url = new URL(window.location.href);
  url.searchParams.set("tab", tab);
  url.hash = "";
  window.history.replaceState(null, "", url);
}

/** The tab in the address. Links to a section (`#variables`) open its tab and move the focus to its title. */
export function useTab() {
  const tab = parseTab(useSearchParams().get("tab"));
  const latest = useRef(tab);
  useEffect(() => {
    latest.current = tab;
  });
  const showSection = useCallback((section: SectionId) => {
    replaceAddress(tabOf(section) ?? latest.current);
    focusSection(section);
  }, []);
  useEffect(() => {
    const followHash = () => {
      const section = parseSection(window.location.hash);
      if (section !== null) showSection(section);
    };
    // Next follows changes of the address once its own effects have run.
    const timer = setTimeout(followHash);
    window.addEventListener("hashchange", followHash);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("hashchange", followHash);
    };
  }, [showSection]);
  return { tab, setTab: replaceAddress, showSection };
}
