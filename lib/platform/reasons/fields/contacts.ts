export const CHANNEL_MISSING = "Name at least one channel.";
export const DAY_MISSING = "Choose at least one day.";
export const TOO_MANY_CONTACT_ATTRIBUTES = "Use at most {max} attributes.";
export const USE_END_TIME = "Use a time from 00:01 to 24:00.";
export const USE_INTERNATIONAL_FORM = "Use the international form.";
export const USE_START_TIME = "Use a time from 00:00 to 23:59.";
export const WINDOW_ENDS_BEFORE_START = "Let the window end after it starts.";
