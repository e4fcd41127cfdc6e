/** Texts of the components that every area uses. */
export const common = {
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  notFound: {
    title: "Page not found",
    description: "Check the address, or go back to the dashboard.",
    action: "Back to dashboard",
  },
  copy: { action: "Copy", done: "Copied", failed: "Select and copy the text" },
  table: { columns: "Columns", clearFilters: "Clear" },
  pager: { label: "Pages", total: "{count, number} total", previous: "Previous", next: "Next" },
  country: { placeholder: "None", clear: "Clear country", empty: "No results" },
  timeZone: {
    label: "Time zone",
    placeholder: "Based on the number",
    clear: "Clear time zone",
    empty: "No matching time zone",
  },
  hours: { days: "Days", from: "From", to: "To" },
  time: { justNow: "just now", soon: "in a moment" },
  unsaved: {
    title: "Leave without saving?",
    description: "Your changes on this page have not been saved.",
    stay: "Stay",
    leave: "Leave without saving",
  },
  changed: {
    title: "This {noun} was changed",
    description:
      "Another change was saved after you opened this page. Load the latest version to discard your changes, or keep yours and replace it.",
    cancel: "Keep editing",
    load: "Load latest version",
    overwrite: "Overwrite",
  },
  secret: {
    title: { key: "Your API key", secret: "Your secret" },
    warning: "This is shown only once. Store it in a secret manager on your server.",
    copy: { key: "Copy key", secret: "Copy secret" },
    done: "I've saved it",
  },
  state: {
    failed: "Something went wrong",
    failedHelp: "Try again. If the problem persists, contact the operator of this installation.",
    refused: "You don't have access to this page.",
    refusedHelp: "Ask an admin or an owner of this workspace for access.",
    missing: "Not found",
    missingHelp:
      "The item was deleted, or it belongs to another workspace or environment. Check both at the top of the page.",
    missingAction: "Go to {place}",
    loading: "Loading…",
  },
  colorScheme: "Switch between light and dark",
  publicBar: { main: "Main", more: "More", reference: "API reference", errors: "Errors" },
  product: "A self-hosted voice and messaging agent service.",
  value: { yes: "Yes", no: "No", empty: "Nothing" },
} as const;
