import { randomBytes, randomInt } from 'node:crypto'
import type { LanguageCode, UserSettings, User } from '#contract/calls/account.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { levelSeedOf } from '#db/seed/levels.ts'
import { grantDemoBalance } from '#ledger/ledger.ts'
import { newRowId, randomBase32 } from '../core/ids.ts'
import { levelFeeDiscountOf } from '../orders/feeDiscount.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeSampleNotices } from '../notifications/sampleNotices.ts'
import { recordAllConsents } from './consents.ts'
import { productAvailabilitiesForResidence, countryRuleProfileOf, residenceCountriesOf } from '../core/countries.ts'

/** One row of `account`. Numbers of the database arrive as text. */
export interface UserRow {
  id: string
  uid: string
  email: string | null
  area_code: string | null
  phone: string | null
  password_hash: string | null
  nickname: string
  country: string
  lang: LanguageCode
  is_guest: boolean
  invite_code: string
  settings: Partial<UserSettings>
  kyc_pending: 0 | 1 | 2
  kyc_level: 0 | 1 | 2
  level: number
  kyc_country: string | null
  avatar: string | null
  mail_phrase: string | null
  has_safe_password: boolean
  asks_on_purchases: boolean
  has_authenticator: boolean
  passkey_count: number
  has_passkey_step: boolean
  created_ms: string
}

/** How somebody is found: by what they type as their account. */
export type UserIdentifier = { email: string } | { areaCode: string; phone: string } | { phone: string } | { uid: string } | { id: string }

const columns =
  'id, uid, email, area_code, phone, password_hash, nickname, country, lang, is_guest, invite_code, settings, kyc_level, level, kyc_country, avatar, mail_phrase, created_ms, safe_password_hash is not null as has_safe_password, asks_on_purchases, exists (select from authenticator where account_id = account.id) as has_authenticator, (select count(*) from passkey where account_id = account.id)::int as passkey_count, passkey_step_ms is not null as has_passkey_step, (select coalesce(max(level), 0) from kyc_application where user_id = account.id and status = 0)::int as kyc_pending'

/** A number given without its area code counts only while it is one person's. */
export async function findUser(sql: Sql, name: UserIdentifier): Promise<UserRow | undefined> {
  const by = (where: string, ...values: string[]) => sql.query<UserRow>(`select ${columns} from account where ${where} limit 2`, values)
  const found =
    'id' in name
      ? await by('id = $1', name.id)
      : 'email' in name
        ? await by('email = $1', name.email)
        : 'uid' in name
          ? await by('uid = $1', name.uid)
          : 'areaCode' in name
            ? await by('area_code = $1 and phone = $2', name.areaCode, name.phone)
            : await by('phone = $1', name.phone)
  return found.length === 1 ? found[0] : undefined
}

export interface NewUser {
  email?: string | undefined
  areaCode?: string | undefined
  phone?: string | undefined
  guestDevice?: string | undefined
  /** Not of those who came by a wallet or another service. */
  passwordHash?: string | undefined
  country: string
  lang: LanguageCode
  invitedBy?: string | undefined
  agreementVersion?: string | undefined
}

/** Opens an account with its demo money and, in a sandbox, samples of notices. Undefined when the email, the phone or the guest's device has one already. */
export async function tryCreateUser(sql: Sql, person: NewUser, now: Instant): Promise<UserRow | undefined> {
  for (let tries = 0; tries < 20; tries++) {
    const uid = String(randomInt(10_000_000, 100_000_000))
    const [added] = await sql.query<UserRow>(
      `insert into account (id, uid, email, area_code, phone, guest_device, password_hash, nickname, country, lang, is_guest,
         invite_code, invited_by, agreement_version, agreed_ms, created_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       on conflict do nothing returning ${columns}`,
      [
        newRowId(now),
        uid,
        person.email ?? null,
        person.areaCode ?? null,
        person.phone ?? null,
        person.guestDevice ?? null,
        person.passwordHash ?? null,
        `Trader ${uid.slice(-4)}`,
        person.country,
        person.lang,
        person.guestDevice !== undefined,
        randomBase32(8),
        person.invitedBy ?? null,
        person.agreementVersion ?? null,
        person.agreementVersion === undefined ? null : now,
        now,
      ],
    )
    if (added) {
      await grantDemoBalance(sql, added.id, now)
      await writeSampleNotices(sql, added.id, now)
      if (person.agreementVersion !== undefined) await recordAllConsents(sql, added.id, now)
      return added
    }
    if (await isTaken(sql, person)) return undefined
  }
  throw new Error('no free uid in 20 tries')
}

const isTaken = async (sql: Sql, { email, areaCode, phone, guestDevice }: NewUser): Promise<boolean> =>
  (
    await sql.query('select 1 from account where email = $1 or (area_code = $2 and phone = $3) or guest_device = $4', [
      email ?? null,
      areaCode ?? null,
      phone ?? null,
      guestDevice ?? null,
    ])
  ).length > 0

/** What somebody has chosen, over the defaults. */
export const userSettingsOf = (person: UserRow): UserSettings => ({
  theme: 'auto',
  upColor: 'green',
  hideBalance: 0,
  textScale: '1',
  hand: 'right',
  haptics: 1,
  presence: 1,
  marketing: 0,
  defaultCurrency: 'USD',
  shortcuts: '',
  ...person.settings,
  lang: person.lang,
})

/** The person as `getMyUserInfo` shows them; every address masked. */
export function serializeUser(person: UserRow, app: Pick<AppContext, 'config' | 'terms' | 'clock' | 'legal'>): User {
  const residence = residenceCountriesOf(person.country, person.kyc_country)
  const email = person.email ? maskEmail(person.email) : undefined
  const phone = person.phone ? maskPhone(person.phone) : undefined
  return {
    id: person.id,
    uid: person.uid,
    account: email ?? phone ?? person.uid,
    ...(email && { email }),
    ...(phone && { phone }),
    ...(person.area_code && { areaCode: person.area_code }),
    nickname: person.nickname,
    country: person.country,
    lang: person.lang,
    isGuest: person.is_guest ? 1 : 0,
    vipLevel: person.level,
    vipName: levelSeedOf(person.level).name,
    feeDiscount: levelFeeDiscountOf(app, person.level),
    kycStatus: person.kyc_level,
    kycPending: person.kyc_pending,
    googleBind: person.has_authenticator ? 1 : 0,
    passkeyCount: person.passkey_count,
    passkeyStep: person.has_passkey_step ? 1 : 0,
    hasLoginPassword: person.password_hash ? 1 : 0,
    hasSafePassword: person.has_safe_password ? 1 : 0,
    asksOnPurchases: person.asks_on_purchases ? 1 : 0,
    inviteCode: person.invite_code,
    regionProfile: countryRuleProfileOf(residence.country),
    regionCountry: residence.country,
    features: productAvailabilitiesForResidence(residence, app),
    limits: {},
    exclusion: null,
    unreadNotice: 0,
    avatar: '',
    personal: null,
    mailPhrase: maskAntiPhishingPhrase(person.mail_phrase),
    createTime: asInstant(Number(person.created_ms)),
    settings: userSettingsOf(person),
  }
}

/** a***@example.com */
export const maskEmail = (email: string): string => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
/** ****4567; of a short number fewer digits are shown. */
export const maskPhone = (phone: string): string => `****${phone.slice(-Math.min(4, Math.floor(phone.length / 2)))}`

/** b***n; of a short phrase only its first character. */
export function maskAntiPhishingPhrase(phrase: string | null): string {
  const characters = [...(phrase ?? '')]
  return characters.length === 0 ? '' : `${characters[0]}***${characters.length > 6 ? characters.at(-1) : ''}`
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Ten characters without look-alikes, about 57 bits. */
export function newInitialPassword(): string {
  let made = ''
  while (made.length < 10) {
    // Bytes from 220 up would make some letters likelier than others.
    for (const byte of randomBytes(16)) if (byte < 220 && made.length < 10) made += letters[byte % 55]
  }
  return made
}
