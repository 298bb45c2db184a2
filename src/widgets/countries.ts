import { fold } from '#rules/fold.ts'

/** A country or territory: ISO 3166-1 alpha-2 and the calling code it shares or owns, digits only. */
export interface Country {
  code: string
  areaCode: string
}

// ISO 3166-1 alpha-2 with its calling code. Where several share one (+1, +7, +44 …) each is listed under its own name.
const table =
  'AD376 AE971 AF93 AG1268 AI1264 AL355 AM374 AO244 AR54 AS1684 AT43 AU61 AW297 AX358 AZ994 BA387 BB1246 BD880 BE32 BF226 BG359 BH973 BI257 ' +
  'BJ229 BL590 BM1441 BN673 BO591 BQ599 BR55 BS1242 BT975 BW267 BY375 BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 ' +
  'CR506 CU53 CV238 CW599 CX61 CY357 CZ420 DE49 DJ253 DK45 DM1767 DO1809 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358 FJ679 FK500 ' +
  'FM691 FO298 FR33 GA241 GB44 GD1473 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224 GP590 GQ240 GR30 GT502 GU1671 GW245 GY592 HK852 HN504 ' +
  'HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91 IO246 IQ964 IR98 IS354 IT39 JE44 JM1876 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1869 KP850 ' +
  'KR82 KW965 KY1345 KZ7 LA856 LB961 LC1758 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373 ME382 MF590 MG261 MH692 MK389 ' +
  'ML223 MM95 MN976 MO853 MP1670 MQ596 MR222 MS1664 MT356 MU230 MV960 MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 ' +
  'NP977 NR674 NU683 NZ64 OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PN64 PR1787 PS970 PT351 PW680 PY595 QA974 RE262 RO40 RS381 RU7 RW250 ' +
  'SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221 SO252 SR597 SS211 ST239 SV503 SX1721 SY963 SZ268 TC1649 TD235 ' +
  'TG228 TH66 TJ992 TK690 TL670 TM993 TN216 TO676 TR90 TT1868 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1784 VE58 VG1284 VI1340 ' +
  'VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263'

/** Every country that a phone number or an account may belong to. */
export const countries: readonly Country[] = table.split(' ').map((entry) => ({ code: entry.slice(0, 2), areaCode: entry.slice(2) }))

/** United States, +1 (requirements §3 countryInfo, §9). */
export const defaultCountry: Country = { code: 'US', areaCode: '1' }

export const countryOf = (code: string): Country | undefined => countries.find((country) => country.code === code)

/** The flag as two letters that the platform may draw as one: no picture is fetched, and where it does not they are the code. */
export const flagOf = (code: string): string => String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)))

let drawsFlags: boolean | undefined

/** Whether this platform draws the two letters as one flag; else they would be boxes, or the code a second time. */
export function hasFlags(): boolean {
  if (drawsFlags === undefined) {
    const brush = document.createElement('canvas').getContext('2d')
    const width = (text: string) => brush?.measureText(text).width ?? 0
    const flag = flagOf('US')
    drawsFlags = width(flag) > 0 && width(flag) < 1.5 * width(flag.slice(0, 2))
  }
  return drawsFlags
}

const namesByLocale = new Map<string, Intl.DisplayNames>()

/** The country's name in a language; its code where the device does not know it. */
export function countryName(code: string, locale: string): string {
  let names = namesByLocale.get(locale)
  if (!names) namesByLocale.set(locale, (names = new Intl.DisplayNames([locale, 'en'], { type: 'region', fallback: 'code' })))
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/** A country with its name, in the reading order of the language. */
export interface NamedCountry extends Country {
  name: string
  englishName: string
}

const sorted = new Map<string, readonly NamedCountry[]>()

function namedCountries(locale: string): readonly NamedCountry[] {
  const known = sorted.get(locale)
  if (known) return known
  const order = new Intl.Collator(locale)
  const named = countries
    .map((country) => ({ ...country, name: countryName(country.code, locale), englishName: countryName(country.code, 'en') }))
    .sort((a, b) => order.compare(a.name, b.name))
  sorted.set(locale, named)
  return named
}

/** Countries whose name (in this language or in English), code or calling code fits what was typed; accents do not matter. */
export function findCountries(wish: string, locale: string): readonly NamedCountry[] {
  const all = namedCountries(locale)
  const asked = fold(wish).trim()
  if (asked === '') return all
  const digits = asked.replace(/^\+|^00/, '')
  if (/^\d+$/.test(digits)) return all.filter(({ areaCode }) => areaCode.startsWith(digits))
  const starts = all.filter((country) => fits(country, (text) => text.startsWith(asked)) || country.code.toLowerCase() === asked)
  const holds = all.filter((country) => !starts.includes(country) && fits(country, (text) => text.includes(asked)))
  return [...starts, ...holds]
}

const fits = ({ name, englishName }: NamedCountry, test: (text: string) => boolean): boolean => test(fold(name)) || test(fold(englishName))
