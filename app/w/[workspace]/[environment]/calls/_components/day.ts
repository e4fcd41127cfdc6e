const pad = (n: number): string => String(n).padStart(2, "0");

/** The day in the person's zone that a time falls on, as a date field has it: `2026-11-24`. Empty for no time. */
export function dayOf(at: string | null): string {
  if (at === null || Number.isNaN(Date.parse(at))) return "";
  const date = new Date(at);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** When a day begins in the person's zone, in RFC 3339; null for no day. `plus`: so many days later. */
export function beginOf(day: string, plus = 0): string | null {
  const [year, month, date] = day.split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const at = new Date(year, month - 1, date + plus);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
