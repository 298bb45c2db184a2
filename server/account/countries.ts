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

export interface Features {
  contract: 'real' | 'demo' | 'off'
  cryptoContract: 'real' | 'demo' | 'off'
  second: 'real' | 'demo' | 'off'
}

/**
 * What a country's people may trade. A sandbox has every product on, with play money (product §0.1); in production nothing is
 * 'real' anywhere before a signed legal record says so (§3.8).
 */
export function featuresOf(country: string, env: Config['env']): Features {
  if (env === 'sandbox') return { contract: 'demo', cryptoContract: 'demo', second: 'demo' }
  const profile = profileOf(country)
  const isOff = profile === 'US' || profile === 'CA' || profile === 'IL' || profile === 'BLOCKED'
  // Off by law or by bans in most places; nowhere more than play money.
  const second = profile === 'ASIA' || profile === 'OTHER' ? 'demo' : 'off'
  return { contract: isOff ? 'off' : 'demo', cryptoContract: isOff || profile === 'UK' ? 'off' : 'demo', second }
}
