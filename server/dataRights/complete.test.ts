import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'

// Every table that has something of a person is named here: a new one is either part of the copy and forgotten, or says why not.

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const copied = ['tables.ts', 'profileFiles.ts', 'archive.ts'].map(textOf).join('\n')
const forgotten = textOf('executeDeletions.ts')

/** Not in the copy: why. */
const notCopied: Readonly<Record<string, string>> = {
  leg: 'read by the ledger room',
  leg_day: 'sums of the ledger',
  leg_total: 'sums of the ledger',
  ledger_checked_balance: 'sums of the ledger',
  wallet: 'a lock',
  code: 'a secret',
  recovery: 'a secret',
  recovery_code: 'a secret',
  authenticator_offer: 'a secret',
  sign_in_ticket: 'a secret',
  sign_in_challenge: 'a secret',
  once_answer: 'sealed copies of answers, for a day',
  once_recent: 'hashes, for a minute',
  mail_outbox: 'on its way',
  upload_count: 'a count of the day',
  kyc_application: 'read by the verification room',
  kyc_document: 'a fingerprint',
  withdrawal_guard: 'a lock',
  withdrawal_try: 'counts for the sandbox',
  product_order_count: 'a count of orders',
  team_fee: 'says what an invitee paid',
  order_recheck: 'work to be done within a second',
  account_value_next: 'which day is next',
}
/** Stays when somebody is forgotten: why. What is not here, is in `forget.ts`. */
const kept: Readonly<Record<string, string>> = Object.fromEntries(
  [
    [
      'the ledger, and what it follows from',
      'leg leg_day leg_total ledger_checked_balance wallet balance position holding_charge second_order option_position spot_order swap',
    ],
    [
      'the ledger, and what it follows from',
      'product_order product_order_count ieo_order loan deposit deposit_address bank_reference bank_line competition_entry adjustment',
    ],
    [
      'the ledger, and what it follows from',
      'account_value account_value_next level_day level_change level_reached level_fall welfare_grant team_fee team_income benefit_task voucher',
    ],
    ['protection that nobody can take off', 'own_limit trading_break suitability_try'],
    [
      'a number and a time',
      'demo_reset demo_carry_over withdrawal_guard withdrawal_try staff_access upload_read account_deletion order_recheck',
    ],
  ].flatMap(([why, names]) => names!.split(' ').map((name) => [name, why!])),
)

const names = async (): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('user_id', 'account_id', 'owner_id', 'inviter_id', 'invitee_id')
       order by 1`,
    )
  ).map(({ name }) => name)
const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text)

it('copies every table of a person, or says why not', async () => {
  expect((await names()).filter((name) => !mentions(copied, name) && !(name in notCopied))).toEqual([])
})

it('forgets every table of a person, or says why not', async () => {
  expect((await names()).filter((name) => !mentions(forgotten, name) && !(name in kept))).toEqual([])
})
