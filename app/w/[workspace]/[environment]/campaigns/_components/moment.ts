const pad = (n: number): string => String(n).padStart(2, "0");

/** A time on the clock of this place, as a field for date and time has it: `2026-11-24T09:30`. Empty for no time. */
export function wallClock(at: string | null): string {
  const date = at === null ? null : new Date(at);
  if (date === null || Number.isNaN(date.getTime())) return "";
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The moment of a clock of this place, in RFC 3339; null for what is no time. */
export function momentOf(local: string): string | null {
  const date = new Date(local);
  return local === "" || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
