const pad = (n: number): string => String(n).padStart(2, "0");

/** A time (RFC 3339) in the browser's zone, as a `datetime-local` input has it: `2026-11-24T09:30`. Empty for no time. */
export function toLocalDateTime(at: string | null): string {
  const date = at === null ? null : new Date(at);
  if (date === null || Number.isNaN(date.getTime())) return "";
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The value of a `datetime-local` input in RFC 3339; null for an empty or invalid value. */
export function parseLocalDateTime(local: string): string | null {
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
