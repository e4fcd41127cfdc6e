/** The steps of a new campaign, in their order. */
export const STEPS = [
  { id: "who", label: "Agent and purpose" },
  { id: "when", label: "Hours and pace" },
  { id: "contacts", label: "Contacts" },
  { id: "check", label: "Check and launch" },
] as const;
export type Step = (typeof STEPS)[number]["id"];

/** The step that an address names; the first for none. */
export const stepOf = (name: string | undefined): Step => STEPS.find(({ id }) => id === name)?.id ?? "who";

/** Where a step of a draft is. */
export const pathOf = (id: string, step: Step): string => `/campaigns/new?id=${id}&step=${step}`;
