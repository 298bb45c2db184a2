/** Caps of one market (product §3.5). */
export interface LeverageCaps {
  strict: number
  intl: number
  /** In an account's first 30 days, everywhere. */
  newUser: number
}

const newUserMs = 30 * 86_400_000

// Product §3.8: the members of the EU and the EEA, and Switzerland, share one profile with the UK and Australia here.
const eea = 'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'
const strictCountries = new Set(['GB', 'AU', ...eea.split(' ')])

export const isStrictCountry = (country: string): boolean => strictCountries.has(country)

/** The highest leverage a person may choose on a market: the country's cap, and less in the first 30 days. */
export function leverageCap(caps: LeverageCaps, country: string, accountAgeMs: number): number {
  const cap = isStrictCountry(country) ? caps.strict : caps.intl
  return accountAgeMs < newUserMs ? Math.min(cap, caps.newUser) : cap
}

const calmLever = 5

/** What a ticket starts with: never the cap itself (product §3.5). */
export const startingLever = (cap: number): number => Math.min(cap, calmLever)
