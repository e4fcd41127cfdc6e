export { dismissProposal } from "./dismiss";
export { readProposals } from "./read";
