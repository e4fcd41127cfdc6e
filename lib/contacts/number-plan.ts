/** The region of a number in E.164, whose country the numbering plan says. */
export function regionOf(_e164: string, country: string | null): string | null {
  return country;
}

/** The time zone of a number in E.164, if it has exactly one. */
export function zoneOf(_e164: string, _country: string | null): string | null {
  return null;
}
