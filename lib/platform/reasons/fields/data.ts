export const NUMBER_IN_VIEW = "A view cannot store a number. Search for words of a name.";
export const RECORD_MISSING = "Select at least one record.";
export const TOO_MANY_RECORDS = "Select at most {max} records.";
export const USE_DAY_OR_TIME = "Use a day such as 2026-11-24, or RFC 3339.";
export const USE_TIME_IN_REACH = "Use a time from {first} until {last}.";
