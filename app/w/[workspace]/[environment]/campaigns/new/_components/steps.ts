/** The steps of a new campaign, in their order. */
export const STEPS = ["who", "when", "contacts", "check"] as const;
export type Step = (typeof STEPS)[number];

/** The step that an address names; the first one by default. */
export const stepOf = (name: string | undefined): Step => STEPS.find((step) => step === name) ?? "who";

/** The address of a draft's step. */
export const pathOf = (id: string, step: Step): string => `/campaigns/new?id=${id}&step=${step}`;
