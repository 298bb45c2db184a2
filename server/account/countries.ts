import type { Config } from '../config.ts'

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

export type Profile = 'UK' | 'EEA' | 'AU' | 'CA' | 'IL' | 'US' | 'ASIA' | 'OTHER' | 'BLOCKED'

/** Whether this is a country's code at all. */
export const isCountry = (country: string): boolean => known.has(country)

/** The set of rules a country falls under (product §3.8). '' (a guest who has said none) is OTHER. */
export function profileOf(country: string): Profile {
  const law = underLawOf[country] ?? country
  if (blocked.has(law)) return 'BLOCKED'
  if (law === 'GB') return 'UK'
  if (law === 'AU' || law === 'CA' || law === 'IL' || law === 'US') return law
  if (eea.has(law)) return 'EEA'
  return asia.has(law) ? 'ASIA' : 'OTHER'
}

type Availability = 'real' | 'demo' | 'off'

/** What is offered: contracts, those on crypto, options, second contracts, loans, earn products, token sales, incentives. */
export type Features = Record<'contract' | 'cryptoContract' | 'option' | 'second' | 'loan' | 'earn' | 'ieo' | 'incentive', Availability>

const all = (availability: Availability): Features => ({
  contract: availability,
  cryptoContract: availability,
  option: availability,
  second: availability,
  loan: availability,
  earn: availability,
  ieo: availability,
  incentive: availability,
})

// Product §3.8, line by line. Off by law or by bans; nowhere more than play money before a signed legal record says so.
const contracts = { contract: 'demo', cryptoContract: 'demo', option: 'demo' } as const
const inProduction: Record<Profile, Features> = {
  // Options on crypto are off with the contracts on it.
  UK: { ...all('off'), contract: 'demo', option: 'demo' },
  EEA: { ...all('off'), ...contracts },
  AU: { ...all('off'), contract: 'demo', cryptoContract: 'demo' },
  CA: all('off'),
  IL: all('off'),
  US: all('off'),
  ASIA: { ...all('off'), ...contracts, second: 'demo', earn: 'demo', ieo: 'demo' },
  OTHER: { ...all('off'), ...contracts, second: 'demo', earn: 'demo', ieo: 'demo' },
  BLOCKED: all('off'),
}

/** What a country's people may trade, and with what money. A sandbox has everything on, since all its money is play money (product §0.1). */
export const featuresOf = (country: string, env: Config['env']): Features =>
  env === 'sandbox' ? all('real') : inProduction[profileOf(country)]

const strictest: readonly Profile[] = ['BLOCKED', 'US', 'CA', 'IL', 'UK', 'AU', 'EEA', 'ASIA', 'OTHER']

/** Of the countries that are known of somebody, the one with the strictest rules (product §3.8). */
export const strictestOf = (declared: string, verified: string | null): string =>
  verified !== null && strictest.indexOf(profileOf(verified)) < strictest.indexOf(profileOf(declared)) ? verified : declared
