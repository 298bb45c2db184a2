import { randomBytes } from 'node:crypto'
import { hashSecret } from '#account/passwords.ts'
import { issueStepUpToken } from '#account/secondFactor/stepUp.ts'
import type { SignedInUser } from '#server/core/visitor.ts'
import { type ValidatedCallInput } from '#contract/call.ts'
import type { WithdrawalPreviewRequest, withdrawals as rows } from '#contract/calls/withdrawals.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { post } from '#ledger/ledger.ts'
import { type WithdrawalRow } from '#server/withdrawals/store.ts'
import { runDueWithdrawalJobs } from '#server/withdrawals/engine.ts'
import { withdrawalsHandlers, createWithdrawalPreviewHandler } from '#server/withdrawals/handlers.ts'
import { createPayoutPayers } from '#server/withdrawals/payers.ts'
import type { PayoutPayer } from '#server/withdrawals/payout.ts'
import { claimWithdrawalForManualSending, createWithdrawalReviewKind } from '#server/withdrawals/review.ts'
import { hourMs, realAccountFixture } from '../limits/realAccountFixture.ts'

export const safePassword = '482915'
const hashed = hashSecret(safePassword)
/** Addresses that nobody has, with right checksums. */
export const tron = [
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9',
  'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
] as const
export const evmAddress = () => `0x${randomBytes(20).toString('hex')}`

type Wish = {
  [Name in Exclude<keyof ValidatedCallInput<typeof rows.apply>, 'money'>]?: ValidatedCallInput<typeof rows.apply>[Name] | undefined
} & {
  money?: string
}

/** The REAL book with the module of withdrawals in it; time, reviewers and payouts move when told. */
export async function withdrawalFixture(over: { env?: 'sandbox' | 'production' } = {}) {
  const world = await realAccountFixture(over)
  const { app, db, clock, ask } = world
  const calls = withdrawalsHandlers(app)
  const preview = createWithdrawalPreviewHandler(app)

  /** Somebody with money, a withdrawal password, and when asked a passkey that they have had for so many hours. */
  async function person({
    passkeyHours,
    safe = true,
    ...also
  }: Parameters<typeof world.person>[0] & { passkeyHours?: number; safe?: boolean } = {}) {
    const who = await world.person({ real: '10000', ...also })
    if (safe) await db.query('update account set safe_password_hash = $2 where id = $1', [who.userId, await hashed])
    if (passkeyHours !== undefined)
      await db.query(
        `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_ms)
         values ($1, $1, $2, '\\x00', 0, '{}', 'localhost', 'test', $3)`,
        [who.userId, `credential ${who.userId}`, clock.now() - passkeyHours * 3_600_000],
      )
    return who
  }

  const proofOf = async (who: SignedInUser) => {
    const [passkey] = await db.query<{ created_ms: string }>('select created_ms from passkey where account_id = $1', [who.userId])
    const made = { action: '/api/x', sinceMs: Number(passkey?.created_ms ?? 0) }
    return { safePassword, stepUpToken: await issueStepUpToken(db, who.userId, made, clock.now()) }
  }
  const add = async (
    who: SignedInUser,
    address: string | undefined = tron[0],
    more: { currency?: string; chainType?: string; memo?: string } = {},
  ) => {
    const proof = await proofOf(who)
    return ask(who, (context) =>
      calls.addAccount({ type: 2, currency: 'USDT', chainType: 'TRC20', address, label: '', own: true, ...proof, ...more }, context),
    )
  }
  /** An address whose waiting time is over. */
  const known = async (who: SignedInUser, address?: string, more = {}) => {
    const saved = await add(who, address, more)
    await db.query('update withdrawal_account set cool_until_ms = $2 where id = $1', [saved.id, clock.now()])
    return saved.id
  }
  const askOf = (wish: Wish): WithdrawalPreviewRequest => ({
    currency: wish.currency ?? 'USDT',
    chainType: wish.chainType ?? 'TRC20',
    money: asDecimal(wish.money ?? '500'),
    address: wish.address,
    accountId: wish.accountId,
    memo: wish.memo,
  })
  const look = (who: SignedInUser, wish: Wish) => ask(who, (context) => preview(askOf(wish), context))
  const apply = async (who: SignedInUser, wish: Wish, confirmToken?: string, wrap?: (sql: Sql) => Sql) => {
    const proof = await proofOf(who)
    return ask(who, (context) => calls.apply({ ...proof, ...wish, ...askOf(wish), remark: wish.remark ?? '', confirmToken }, context), wrap)
  }
  const withdraw = async (who: SignedInUser, wish: Wish) => apply(who, wish, (await look(who, wish)).confirmToken)
  const review = (payers?: readonly PayoutPayer[]) => createWithdrawalReviewKind(app, payers ?? createPayoutPayers(app.config))
  const decide = (work: (sql: Sql, after: (effect: () => void) => void) => Promise<void>) => db.transaction((sql) => work(sql, () => {}))
  const by = { name: 'ann', isAutomatic: false }

  return {
    ...world,
    calls,
    askOf,
    person,
    proofOf,
    add,
    known,
    look,
    apply,
    withdraw,
    decide,
    cancel: (who: SignedInUser, id: string, wrap?: (sql: Sql) => Sql) => ask(who, (context) => calls.cancel({ id }, context), wrap),
    one: (who: SignedInUser, id: string) => ask(who, (context) => calls.withdrawal({ id }, context)),
    accounts: (who: SignedInUser) => ask(who, (context) => calls.accounts({}, context)),
    skipWait: (who: SignedInUser, id: string) => ask(who, (context) => calls.skipWait({ id }, context)),
    allowance: (who: SignedInUser) => ask(who, (context) => calls.allowance({}, context)),
    approve: (id: string, reference?: string, payers?: readonly PayoutPayer[]) =>
      decide((sql, after) => review(payers).approve(sql, id, by, clock.now(), after, reference)),
    take: (id: string, payers: readonly PayoutPayer[] = []) =>
      db.transaction((sql) => claimWithdrawalForManualSending(sql, id, by.name, clock.now(), payers)),
    reject: (id: string, reason: string) => decide((sql, after) => review().reject(sql, id, reason, by, clock.now(), after)),
    waiting: (payers?: readonly PayoutPayer[]) => review(payers).waiting(db, 100),
    move: (payers: readonly PayoutPayer[] = createPayoutPayers(app.config)) => runDueWithdrawalJobs(app, payers),
    later: (hours: number) => clock.advance(hours * hourMs),
    row: async (id: string) => (await db.query<WithdrawalRow>('select * from withdrawal where id = $1', [id]))[0] as WithdrawalRow,
    /** AVAIL and FROZEN of the REAL book. */
    money: async (who: SignedInUser, currency = 'USDT') => {
      const found = await db.query<{ bucket: string; amount: string }>(
        `select bucket, amount from balance where user_id = $1 and book = 1 and currency = $2`,
        [who.userId, currency],
      )
      const of = (bucket: string) => found.find((row) => row.bucket === bucket)?.amount ?? '0.00000000'
      return [of('AVAIL'), of('FROZEN')]
    },
    houseHas: async (bucket: string, currency = 'USDT') =>
      (
        await db.query<{ amount: string }>(
          `select coalesce(sum(amount), 0.00000000) as amount from leg where user_id is null and book = 1 and bucket = $1 and currency = $2`,
          [bucket, currency],
        )
      )[0]?.amount,
    give: (who: SignedInUser, currency: string, amount: string) =>
      db.transaction((sql) =>
        post(sql, {
          book: 1,
          refType: 'test',
          refId: `${who.userId} ${currency}`,
          at: clock.now(),
          legs: [
            { user: who.userId, currency, bucket: 'AVAIL', amount: asDecimal(amount), type: 36 },
            { house: 'CAPITAL', currency, amount: asDecimal(`-${amount}`) },
          ],
        }),
      ),
  }
}
