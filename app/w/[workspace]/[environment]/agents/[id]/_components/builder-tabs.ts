import { SECTIONS, type SectionId } from "./agent-form";

/** The tabs of the builder, with the sections in each. The basics are above the tabs. */
export const TABS = [
  { id: "prompt", sections: ["prompt"] },
  { id: "data", sections: ["variables", "outcomes"] },
  { id: "tools", sections: ["tools"] },
  { id: "voice", sections: ["voice"] },
  { id: "privacy", sections: ["recording", "disclosure"] },
  { id: "limits", sections: ["answering_machine", "limits"] },
] as const satisfies readonly { id: string; sections: readonly SectionId[] }[];
export type TabId = (typeof TABS)[number]["id"];

/** The tab that shows a section; null for the basics, which every tab shows. */
export const tabOf = (section: SectionId): TabId | null =>
  TABS.find(({ sections }) => (sections as readonly SectionId[]).includes(section))?.id ?? null;

/** The tab of an address; the first one if it names none. */
export const parseTab = (text: string | null): TabId => TABS.find(({ id }) => id === text)?.id ?? TABS[0].id;

/** The section that a fragment names (`#variables`), if it is one. */
export const parseSection = (hash: string): SectionId | null =>
  SECTIONS.find(({ id }) => `#${id}` === hash)?.id ?? null;
