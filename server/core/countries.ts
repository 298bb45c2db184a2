import { productCountriesArticlePath } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Config } from './startup/config.ts'
import { type ProductAvailability, type RegulatedProduct, type CountryProductPermissionStore, regulatedProducts } from './legalRecords.ts'

// ISO 3166-1 alpha-2. Anything else is refused, so that an alias such as UK cannot slip past a country's rules.
const known = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN
  CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
  HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
)

const blocked = new Set(['CU', 'IR', 'KP', 'SY'])
const eea = new Set('AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '))
const asia = new Set('JP KR MY TH VN TW SG'.split(' '))
// Territories where the law of the country named here applies to us.
const underLawOf: Record<string, string> = {
  GG: 'GB',
  JE: 'GB',
  IM: 'GB',
  GI: 'GB',
  PR: 'US',
  GU: 'US',
  VI: 'US',
  AS: 'US',
  MP: 'US',
  UM: 'US',
}

export type CountryRuleProfile = 'UK' | 'EEA' | 'AU' | 'CA' | 'IL' | 'US' | 'ASIA' | 'OTHER' | 'UNKNOWN' | 'BLOCKED'

/** Whether this is a country's code at all. */
export const isCountryCode = (country: string): boolean => known.has(country)

/** The country whose law holds there: itself, but for some territories. */
export const governingLawCountryOf = (country: string): string => underLawOf[country] ?? country

/** The countries and territories where this country's law holds. */
export const countriesUnderLaw = (country: string): string[] => [
  country,
  ...Object.keys(underLawOf).filter((key) => underLawOf[key] === country),
]

/** The set of rules a country falls under (docs/rules/countries.md). '' (a guest who has said none) is UNKNOWN, where nothing is offered that any country bars. */
export function countryRuleProfileOf(country: string): CountryRuleProfile {
  if (country === '') return 'UNKNOWN'
  const law = governingLawCountryOf(country)
  if (blocked.has(law)) return 'BLOCKED'
  if (law === 'GB') return 'UK'
  if (law === 'AU' || law === 'CA' || law === 'IL' || law === 'US') return law
  if (eea.has(law)) return 'EEA'
  return asia.has(law) ? 'ASIA' : 'OTHER'
}

/** What is offered: contracts, those on crypto, options, second contracts, loans, earn products, token sales, incentives. */
export type ProductAvailabilities = Record<RegulatedProduct, ProductAvailability>

const all = (availability: ProductAvailability): ProductAvailabilities => ({
  contract: availability,
  cryptoContract: availability,
  option: availability,
  second: availability,
  loan: availability,
  earn: availability,
  ieo: availability,
  incentive: availability,
})

// docs/rules/countries.md, line by line: the most that a legal record can enable. What is off here is off by law or by bans, whatever a record says.
const mostByRecord: Record<CountryRuleProfile, ProductAvailabilities> = {
  // Options on crypto are off with the contracts on it.
  UK: { ...all('off'), contract: 'real', option: 'demo' },
  EEA: { ...all('off'), contract: 'real', cryptoContract: 'real', option: 'demo' },
  AU: { ...all('off'), contract: 'real', cryptoContract: 'real' },
  CA: all('off'),
  IL: all('off'),
  US: all('off'),
  ASIA: { ...all('demo'), contract: 'real', loan: 'off', incentive: 'off' },
  OTHER: all('real'),
  UNKNOWN: all('off'),
  BLOCKED: all('off'),
}
/** What needs no record: practice with earn products and token sales where the table says "demo" and not "by record". */
const withoutRecord: Partial<Record<CountryRuleProfile, Partial<ProductAvailabilities>>> = { ASIA: { earn: 'demo', ieo: 'demo' } }

/** Where a server stands: its environment and, in production, the legal records; without them none is known. */
export interface CountryProductPermissionContext {
  config: Pick<Config, 'env'>
  legal?: CountryProductPermissionStore
}

/** One country, or two of which the stricter counts for each product. */
export interface ResidenceCountries {
  /** ISO 3166-1 alpha-2; '' where nobody has said. */
  country: string
  otherCountry?: string
}

const order: readonly ProductAvailability[] = ['off', 'demo', 'real']
const least = (...found: ProductAvailability[]): ProductAvailability => order.find((availability) => found.includes(availability)) ?? 'off'

/**
 * What people who live there may trade, and with what money. A sandbox has everything on, since all its money is play money; in production
 * everything waits for a legal record, which enables no more than the country's profile allows (docs/rules/{environments,countries}.md).
 */
export function productAvailabilitiesForResidence(
  { country, otherCountry }: ResidenceCountries,
  { config, legal }: CountryProductPermissionContext,
): ProductAvailabilities {
  if (config.env === 'sandbox') return all('real')
  const countries = otherCountry === undefined ? [country] : [country, otherCountry]
  const offeredIn = (country: string, product: RegulatedProduct): ProductAvailability => {
    const profile = countryRuleProfileOf(country)
    return least(
      mostByRecord[profile][product],
      legal?.granted(governingLawCountryOf(country), product) ?? withoutRecord[profile]?.[product] ?? 'off',
    )
  }
  return Object.fromEntries(
    regulatedProducts.map((product) => [product, least(...countries.map((country) => offeredIn(country, product)))]),
  ) as ProductAvailabilities
}

/** The refusal of a product that is not offered where this person lives; it names the country whose rules say so. */
export function regionRefusal(
  name: 'region' | 'regionProduct',
  { country, otherCountry }: ResidenceCountries,
  { standing, products }: Barred,
): Refusal {
  const isOpen = (country: string): boolean => {
    const features = productAvailabilitiesForResidence({ country }, standing)
    return products.every((product) => features[product] === 'real')
  }
  const against = otherCountry !== undefined && isOpen(country) ? otherCountry : country
  return new Refusal(name, { country: against, policy: productCountriesArticlePath })
}

interface Barred {
  standing: CountryProductPermissionContext
  products: readonly RegulatedProduct[]
}

/** The most that a legal record can enable of a product under this country's law. */
export const legalProductAvailabilityLimit = (country: string, product: RegulatedProduct): ProductAvailability =>
  mostByRecord[countryRuleProfileOf(country)][product]

const strictest: readonly CountryRuleProfile[] = ['BLOCKED', 'UNKNOWN', 'US', 'CA', 'IL', 'UK', 'AU', 'EEA', 'ASIA', 'OTHER']

/** Of the countries that are known of somebody, the one with the strictest rules (docs/rules/countries.md). */
export const strictestCountryOf = (declared: string, verified: string | null): string =>
  verified !== null &&
  (declared === '' || strictest.indexOf(countryRuleProfileOf(verified)) < strictest.indexOf(countryRuleProfileOf(declared)))
    ? verified
    : declared

/** What is known of where somebody lives: the strictest of it, and the other country where there are two. */
export function residenceCountriesOf(declared: string, verified: string | null): ResidenceCountries {
  const country = strictestCountryOf(declared, verified)
  const otherCountry = country === declared ? verified : declared
  return { country, ...(otherCountry && otherCountry !== country && { otherCountry }) }
}
