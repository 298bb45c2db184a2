const clocks = new Map<string, Intl.DateTimeFormat>()

/** The name under which this server knows an IANA zone; undefined for what it does not know. */
export function canonicalTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** How many minutes a zone's clock is before UTC at that moment; undefined where the zone is not known here. For names that `canonicalTimeZone` gave. */
export function timeZoneOffsetMinutes(zone: string, atMs: number): number | undefined {
  try {
    let clock = clocks.get(zone)
    if (!clock) clocks.set(zone, (clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })))
    const name = clock.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? []
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  } catch {
    return undefined
  }
}
