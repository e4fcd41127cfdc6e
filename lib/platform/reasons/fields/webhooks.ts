export const EVENT_MISSING = "Choose at least one event.";
export const USE_HTTPS_ADDRESS = "Use an https address.";
