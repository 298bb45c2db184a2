import { signOutAllSessions } from '#account/securityNotices.ts'
import type { Sql } from '#db/database.ts'
import type { Instant } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { randomBase32 } from '../core/ids.ts'
import { log, type LogError } from '../core/log.ts'
import { legalRetentionYears, notifyAccountDeletion } from './deletion.ts'
import { readDeletionObstacles } from './obstacles.ts'
import { type AfterCommit, transactionWithEffects } from '../core/transactions.ts'

const dayMs = 86_400_000
/** Longer than any five years. */
const keptMs = (legalRetentionYears * 365 + 2) * dayMs

/** What could not be carried out is tried again after this long. */
const againMs = 10 * 60_000

/** When a deletion that failed is tried again, by its id. */
export type DeletionRetryTimes = Map<string, number>

/** Takes the emergency contact out of what a person wrote for their identity checks; the module that keeps it gives this. */
export type EmergencyContactEraser = (sql: Sql, userId: string) => Promise<void>

/**
 * Carries out every deletion whose time has come, and erases what the law wanted kept once its years are over. Exactly once, whoever dies;
 * one that cannot be done holds up nobody else's.
 */
export async function executeDueAccountDeletions(
  app: AppContext,
  forgetContact: EmergencyContactEraser,
  failed: DeletionRetryTimes = new Map(),
  report: LogError = log.error,
): Promise<void> {
  for (const next of [forgetNext(forgetContact), eraseNext]) {
    for (let more = true; more; ) {
      const now = app.clock.now()
      for (const [id, atMs] of failed) if (atMs <= now) failed.delete(id)
      let at = ''
      more = await next(app, [...failed.keys()], (id) => (at = id)).catch((error: unknown) => {
        if (at === '') throw error
        failed.set(at, now + againMs)
        report(`deletion ${at} could not be carried out`, error)
        return true
      })
    }
  }
}

type Next = (app: AppContext, without: readonly string[], begin: (id: string) => void) => Promise<boolean>

const forgetNext =
  (forgetContact: EmergencyContactEraser): Next =>
  (app, without, begin) =>
    transactionWithEffects(app.db, async (sql, afterCommit) => {
      const now = app.clock.now()
      const [due] = await sql.query<{ id: string; user_id: string; waits_told_ms: string | null }>(
        `select id, user_id, waits_told_ms from account_deletion where due_ms <= $1 and undone_ms is null and done_ms is null
       and id <> all($2::bigint[]) order by due_ms, id limit 1 for update skip locked`,
        [now, without],
      )
      if (!due) return false
      begin(due.id)
      const { user_id: userId } = due
      // No money moves while it is looked for.
      await sql.query('select from wallet where user_id = $1 order by book for update', [userId])
      if ((await readDeletionObstacles(sql, userId)).length > 0) {
        await sql.query('update account_deletion set due_ms = $2, waits_told_ms = coalesce(waits_told_ms, $3) where id = $1', [
          due.id,
          now + dayMs,
          now,
        ])
        if (due.waits_told_ms === null) await notifyAccountDeletion(app, sql, userId, 'deletionWaits', now, afterCommit)
        return true
      }
      await forget(app, sql, userId, now, afterCommit)
      await forgetContact(sql, userId)
      await sql.query('update account_deletion set done_ms = $2, erase_ms = $3 where id = $1', [due.id, now, now + keptMs])
      return true
    })

/** By account; the order is that of what refers to what. */
const ofAccount = [
  'passkey',
  'wallet_identity',
  'third_party_identity',
  'authenticator_offer',
  'recovery_code',
  'recovery',
  'authenticator',
  'sign_in_ticket',
  'sign_in_challenge',
  'sign_in',
  'address_hold',
  'personal_details',
  'mail_outbox',
]
/** By person. */
const ofPerson = ['push_device', 'announcement_read', 'inbox_notice', 'price_alert', 'favourite', 'withdrawal_account', 'upload_count']

/** Ends all sessions and takes away everything that says who this was; papers, the ledger and orders stay under a number that says nothing. */
async function forget(app: AppContext, sql: Sql, userId: string, now: Instant, afterCommit: AfterCommit): Promise<void> {
  await signOutAllSessions(app, sql, userId, now, afterCommit)
  const [account] = await sql.query<{ email: string | null; target: string | null; avatar: string | null }>(
    `select email, area_code || '-' || phone as target, avatar from account where id = $1 for update`,
    [userId],
  )
  for (const table of ofAccount) await sql.query(`delete from ${table} where account_id = $1`, [userId])
  for (const table of ofPerson) await sql.query(`delete from ${table} where user_id = $1`, [userId])
  await sql.query('delete from code where target = any($1)', [[account?.email, account?.target].filter((target) => target)])
  await sql.query('delete from code_target where target = any($1)', [[account?.email, account?.target].filter((target) => target)])
  await sql.query('delete from once_answer where user_id = $1', [userId])
  await sql.query('delete from once_recent where user_id = $1', [userId])
  await sql.query(`update session set device = '', ip = '' where account_id = $1`, [userId])
  await sql.query(`delete from support_message where ticket_id in (select id from support_ticket where user_id = $1)`, [userId])
  await sql.query('delete from support_ticket where user_id = $1', [userId])
  await sql.query(`delete from data_export_part where export_id in (select id from data_export where user_id = $1)`, [userId])
  await sql.query('delete from data_export where user_id = $1', [userId])
  // Whoever comes back can verify anew with the same document; not to get round a break that they took.
  await sql.query(
    `delete from kyc_document where user_id = $1
     and not exists (select from trading_break where user_id = $1 and kind = 'exclusion' and until_ms > $2)`,
    [userId, now],
  )
  // Those not decided will not be; of the others the papers stay.
  const open = await sql.query<{ files: string[] }>(
    'delete from kyc_application where user_id = $1 and status = 0 returning files::text[] as files',
    [userId],
  )
  await sql.query(`delete from upload where user_id = $1 and (biz in ('avatar', 'support') or used_ms is null or id = any($2::bigint[]))`, [
    userId,
    open.flatMap(({ files }) => files),
  ])
  // Nobody's fees bring anything to an account that nobody opens any more.
  await sql.query('update account set invited_by = null where invited_by = $1', [userId])
  await sql.query(
    `update account set email = null, area_code = null, phone = null, guest_device = null, is_guest = false, password_hash = null,
       asks_on_purchases = false, safe_password_hash = null, passkey_step_ms = null, nickname = '', settings = '{}', avatar = null,
       mail_phrase = null, online_ms = null, level = 0, invite_code = $2, deleted_ms = $3 where id = $1`,
    [userId, randomBase32(16), now],
  )
}

const eraseNext: Next = (app, without, begin) =>
  transactionWithEffects(app.db, async (sql) => {
    const now = app.clock.now()
    const [due] = await sql.query<{ id: string; user_id: string }>(
      `update account_deletion set erased_ms = $1 where id = (
         select id from account_deletion where erase_ms <= $1 and erased_ms is null and done_ms is not null and id <> all($2::bigint[])
         order by erase_ms, id limit 1 for update skip locked) returning id, user_id`,
      [now, without],
    )
    if (!due) return false
    begin(due.id)
    await erase(sql, due.user_id)
    return true
  })

/** Takes away the papers, who withdrawals went to and who sent money by bank. What is left are numbers of nobody. */
async function erase(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from consent where user_id = $1', [userId])
  await sql.query('delete from kyc_document where user_id = $1', [userId])
  await sql.query('delete from kyc_application where user_id = $1', [userId])
  await sql.query('delete from upload where user_id = $1', [userId])
  await sql.query(
    `update withdrawal set address = 'erased', memo = '', bank_name = '', real_name = '', swift = '', label = '', remark = '',
       beneficiary = null where user_id = $1`,
    [userId],
  )
  await sql.query(`update bank_line set sender = 'erased' where user_id = $1`, [userId])
  await sql.query('update account set country = $2, kyc_country = null, invited_by = null where id = $1', [userId, ''])
}
