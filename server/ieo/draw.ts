import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { type Instant, instantToWireTime } from '#contract/time.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { isPositive, multiply, q8 } from '#rules/decimal.ts'
import { type IeoApplication, ieoApplicationLeafText, ieoApplicationsRoot, computeIeoAllocations, ieoDrawSeed } from '#rules/ieo/ieoDraw.ts'
import { unsealTotpSecret } from '#account/secondFactor/sealedSecret.ts'
import type { AppContext } from '../core/appContext.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { priceRecordLogNameOfFeed } from '../core/recordLog.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { trimIeoAmountZeros } from './project.ts'
import type { IeoOrderRow, IeoRow } from './rows.ts'
import { ieoSecretAad, sha256 } from './secret.ts'
import { lockIeo } from './store.ts'
import { ieoOrderNoticeOf } from './notify.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** Everyone has so long to pay from the moment of the draw (docs/rules/token-sales.md). */
export const ieoPayWindowMs = 48 * 3_600_000
const atOnce = 5_000

interface Head {
  day: string
  tree_size: number
  root: string
}

/** The first head of the price record that was signed at the draw's time or after it: nobody knew its root while applications were taken. */
async function headAt(sql: Sql, log: string, drawMs: string): Promise<Head | undefined> {
  const [head] = await sql.query<Head>(
    'select day, tree_size, root from fair_head where log = $1 and ms >= $2 order by ms, tree_size limit 1',
    [log, drawMs],
  )
  return head
}

/**
 * Draws a project whose time has come, once, in the caller's transaction: fixes what everyone won, publishes all that is needed to draw
 * again, tells everyone. False while the price record has no signed root since then.
 */
export async function tryDrawIeoAllocations(app: AppContext, sql: Sql, id: string, afterCommit: AfterCommit): Promise<boolean> {
  const ieo = await lockIeo(sql, id, 'update')
  const now = app.clock.now()
  if (!ieo || ieo.status !== ieoStatus.drawing || now < Number(ieo.draw_ms)) return false
  const head = await headAt(sql, priceRecordLogNameOfFeed(app.config.marketFeed), ieo.draw_ms)
  if (!head) return false
  const orders = await sql.query<IeoOrderRow>('select * from ieo_order where ieo_id = $1 and status = 0 order by id', [id])
  const applications = orders.map((order): IeoApplication => ({ orderId: order.id, num: trimIeoAmountZeros(order.num) }))
  const secret = unsealTotpSecret(await readClaimsTokenKey(sql), ieoSecretAad(id), ieo.secret_sealed)
  const root = await ieoApplicationsRoot(
    sha256,
    applications.map((application) => ieoApplicationLeafText(id, application)),
  )
  const seed = await ieoDrawSeed(sha256, secret, root, head.root)
  const won = await computeIeoAllocations(sha256, { supply: ieo.supply, cap: ieo.user_cap, lot: ieo.lot }, seed, applications)
  await sql.query(
    `insert into ieo_draw (ieo_id, secret, root, price_day, price_tree_size, price_root, seed, applications, drawn_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, secret, root, head.day, head.tree_size, head.root, seed, orders.length, now],
  )
  const hasWinners = orders.some(({ user_id }, at) => user_id !== null && isPositive(won[at]!))
  const payEnd = hasWinners ? Math.max(Number(ieo.pay_end_ms), now + ieoPayWindowMs) : Number(ieo.pay_end_ms)
  await writeWins(sql, ieo, orders, won, now)
  await sql.query('update ieo set status = $2, pay_end_ms = $3 where id = $1', [id, ieoStatus.paying, payEnd])
  const notices = orders.flatMap((order, at) => noticeOfWin(ieo, order, won[at]!, payEnd))
  for (let from = 0; from < notices.length; from += atOnce) await writeNotices(app, sql, notices.slice(from, from + atOnce), afterCommit)
  return true
}

async function writeWins(sql: Sql, ieo: IeoRow, orders: readonly IeoOrderRow[], won: readonly Decimal[], now: Instant): Promise<void> {
  for (let from = 0; from < orders.length; from += atOnce) {
    const part = orders.slice(from, from + atOnce)
    await sql.query(
      `update ieo_order o set leaf = d.leaf, won = d.won, win_price = $4, status = case when d.won > 0 then $5 else $6 end::smallint,
         closed_ms = case when d.won > 0 then null else $7::bigint end
       from unnest($1::bigint[], $2::integer[], $3::numeric[]) d (id, leaf, won) where o.id = d.id`,
      [
        part.map((order) => order.id),
        part.map((_, at) => from + at),
        part.map((_, at) => won[from + at]),
        ieo.win_price,
        ieoOrderStatus.won,
        ieoOrderStatus.notWon,
        now,
      ],
    )
  }
}

function noticeOfWin(ieo: IeoRow, { id, user_id }: IeoOrderRow, won: Decimal, payEndMs: number): NewNotice[] {
  if (user_id === null) return []
  if (!isPositive(won)) return [ieoOrderNoticeOf(ieo, { id, user_id }, 'ieoNotWon', {})]
  const amount = q8(multiply(won, ieo.win_price))
  return [ieoOrderNoticeOf(ieo, { id, user_id }, 'ieoWon', { num: trimIeoAmountZeros(won), amount, until: instantToWireTime(payEndMs) })]
}
