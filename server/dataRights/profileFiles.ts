import type { Sql } from '#db/database.ts'
import { toExportedRow } from './tables.ts'

// Small: each of them is read whole.
const profile: Readonly<Record<string, string>> = {
  account: `select id, uid, email, area_code, phone, nickname, country, lang, is_guest, invite_code, settings, kyc_level, kyc_country, level,
      mail_phrase, asks_on_purchases, created_ms, online_ms, safe_password_hash is not null as has_withdrawal_password,
      password_hash is not null as has_password, passkey_step_ms
    from account where id = $1`,
  personalInformation: 'select * from personal_details where account_id = $1',
  passkeys: 'select id, name, transports, created_ms, used_ms from passkey where account_id = $1 order by id',
  authenticator: 'select bound_ms from authenticator where account_id = $1',
  wallets: 'select address, created_ms from wallet_identity where account_id = $1 order by created_ms',
  otherServices: 'select provider, subject, created_ms from third_party_identity where account_id = $1 order by created_ms',
  balances: `select book, null::text as competition_id, currency, bucket, amount from balance where user_id = $1 and book <> 3
    union all
    select b.book, max(e.competition_id) filter (where e.status = 1), b.currency, b.bucket, b.amount
    from competition_entry e join balance b on b.user_id = e.wallet_id and b.book = 3
    where e.user_id = $1
    group by b.user_id, b.book, b.currency, b.bucket
    order by 1, 2, 3, 4`,
  depositAddresses: 'select * from deposit_address where user_id = $1',
  bankReference: 'select * from bank_reference where user_id = $1',
  addressBook: 'select * from withdrawal_account where user_id = $1 order by id',
  addressHolds: 'select reason, created_ms, until_ms from address_hold where account_id = $1 order by id',
  limits: 'select * from own_limit where user_id = $1 order by kind',
  breaks: 'select * from trading_break where user_id = $1 order by id',
  questionsAboutRisk: 'select * from suitability_try where user_id = $1 order by id',
  favourites: 'select symbols, updated_ms from favourite where user_id = $1',
  priceAlerts: 'select * from price_alert where user_id = $1 order by id',
  devicesThatAreTold:
    'select host, topics, quiet_from, quiet_to, offset_minutes, zone, created_ms from push_device where user_id = $1 order by id',
  announcementsRead: 'select slug, read_ms from announcement_read where user_id = $1 order by slug',
  accountValues: 'select book, day, usdt, stored_ms from account_value where user_id = $1 order by book, day',
  levelDays: 'select * from level_day where user_id = $1 order by day',
  levelsReached: 'select * from level_reached where user_id = $1 order by level',
  levelFall: 'select * from level_fall where user_id = $1',
  tasks: 'select * from benefit_task where user_id = $1 order by task',
  demoResets: 'select * from demo_reset where user_id = $1 order by id',
  demoCarriedOver: 'select paper, answer, at_ms from demo_carry_over where user_id = $1',
  uploads: 'select id, biz, name, type, size, sha256, created_ms from upload where user_id = $1 order by id',
  copies: 'select id, status, created_ms, ready_ms, sha256, size from data_export where user_id = $1 order by id',
  deletion: 'select asked_ms, due_ms, undone_ms from account_deletion where user_id = $1 order by id',
  invited: 'select count(*) as people from account where invited_by = $1',
}

const consents: Readonly<Record<string, string>> = {
  agreements: 'select agreement, version, agreed_ms as at_ms from consent where user_id = $1 order by agreed_ms, agreement',
  verification: 'select id, level, consent_version as version, submitted_ms as at_ms from kyc_application where user_id = $1 order by id',
  marketing: `select coalesce(settings ->> 'marketing', '0') as on from account where id = $1`,
  presence: `select coalesce(settings ->> 'presence', '1') as on from account where id = $1`,
  messagesToDevices: 'select host, topics, created_ms as at_ms from push_device where user_id = $1 order by id',
}

async function* answersTo(sql: Sql, questions: Readonly<Record<string, string>>, userId: string): AsyncGenerator<string> {
  let before = '{\n'
  for (const [name, query] of Object.entries(questions)) {
    const rows = await sql.query<Record<string, unknown>>(query, [userId])
    yield `${before}${JSON.stringify(name)}: ${JSON.stringify(rows.map(toExportedRow))}`
    before = ',\n'
  }
  yield '\n}\n'
}

/** Who somebody is here, and what they set. */
export const streamProfileExport = (sql: Sql, userId: string) => answersTo(sql, profile, userId)

/** What somebody agreed to, and when. */
export const streamConsentsExport = (sql: Sql, userId: string) => answersTo(sql, consents, userId)
