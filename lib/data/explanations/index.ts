export { decideNow } from "./decide-now";
export { explainCall } from "./explain-call";
export { explainCampaign } from "./explain-campaign";
export { explainContact } from "./explain-contact";
