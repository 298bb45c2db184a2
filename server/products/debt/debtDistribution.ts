import { debtProjectStatus, productOrderStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { add, divide, isPositive, q8, truncate, zero } from '#rules/decimal.ts'
import type { AppContext } from '../../core/appContext.ts'
import { log } from '../../core/log.ts'
import { readDebtInstalment, type DebtOrderShare, debtShareLegs, readOrderShareOfBorrowerPayment } from './debtPart.ts'
import { type BorrowerPayment, borrowerPaymentIncomeDay } from './borrowerPayments.ts'
import { distributeDebtInstalmentInterest } from './debtInterestDistribution.ts'
import { type DebtProjectKey, findDebtProject } from './debtStore.ts'
import { postProductOrderLegs } from '../money.ts'
import type { ProductOrderRow } from '../rows.ts'
import { updateProductOrder, lockProductOrder } from '../store.ts'
import { writeProductOrderNotice, notifyProductOrderBalances } from '../notify.ts'
import { transactionWithEffects } from '../../core/transactions.ts'

const atOnce = 200
const basisScale = 18

type Candidate = Pick<ProductOrderRow, 'id' | 'user_id'>

/** Shares out all that was agreed to, receipt by receipt; a frozen order gets its part when it goes on. Each order once, whatever crashes. */
export async function distributeProjectBorrowerPayments(app: AppContext, key: DebtProjectKey): Promise<void> {
  const receipts = await app.db.query<BorrowerPayment>(
    'select * from debt_receipt where product_id = $1 and book = $2 and status = 1 order by id',
    [key.product_id, key.book],
  )
  for (const receipt of receipts) {
    const shareAll = await manyAtOnce(app, receipt)
    let isShared = false
    for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
      const found: Candidate[] = await waitingFor(app.db, receipt, afterId)
      if (found.length > 0 && (await shareAll(found))) isShared = true
      else for (const order of found) await shareAlone(app, receipt, order)
      afterId = found.length === atOnce ? found.at(-1)?.id : undefined
    }
    await endReceipt(app, receipt)
    // Nobody is told of each part that came with many others: whoever looks asks again.
    if (isShared) app.events.missed()
  }
}

/** Shares with all of them in one go, where a receipt brings nothing but interest; false where each has to be looked at by itself. */
async function manyAtOnce(app: AppContext, receipt: BorrowerPayment): Promise<(found: readonly Candidate[]) => Promise<boolean>> {
  const project = receipt.number === null || receipt.is_final ? undefined : await findDebtProject(app.db, receipt)
  if (!project) return () => Promise.resolve(false)
  const due = await readDebtInstalment(app.db, receipt)
  return (found) =>
    distributeDebtInstalmentInterest(app, receipt, project, due, found).then(
      () => true,
      (error: unknown) => {
        // One of them cannot have its part now: the others get theirs.
        log.error(`orders of receipt ${receipt.id} did not get their parts together`, error)
        return false
      },
    )
}

const shareAlone = (app: AppContext, receipt: BorrowerPayment, order: Candidate): Promise<void> =>
  shareOne(app, receipt, order).catch((error: unknown) =>
    log.error(`order ${order.id} did not get its part of receipt ${receipt.id}`, error),
  )

const waitingFor = (sql: Sql, { id, product_id, book }: BorrowerPayment, afterId: string): Promise<Candidate[]> =>
  sql.query<Candidate>(
    `select id, user_id from product_order o where product_id = $1 and account_type = $2 and type = 5 and status in (1, 6) and id > $4
       and not exists (select from debt_share s where s.receipt_id = $3 and s.order_id = o.id)
     order by id limit ${atOnce}`,
    [product_id, book, id, afterId],
  )

/** Whether an order waits for an earlier one: what ends it comes last. */
const isBehind = async (sql: Sql, { id, product_id, book }: BorrowerPayment, orderId: string): Promise<boolean> =>
  (
    await sql.query(
      `select 1 from debt_receipt r where product_id = $1 and book = $2 and status = 1 and id < $3
         and not exists (select from debt_share s where s.receipt_id = r.id and s.order_id = $4)`,
      [product_id, book, id, orderId],
    )
  ).length > 0

async function shareOne(app: AppContext, receipt: BorrowerPayment, { id, user_id }: Candidate): Promise<void> {
  await transactionWithEffects(app.db, async (sql, afterCommit) => {
    await lockWallet(sql, user_id, receipt.book)
    const order = await lockProductOrder(sql, id)
    const canTake = order.status === productOrderStatus.running || order.status === productOrderStatus.defaulted
    if (!canTake || (await isBehind(sql, receipt, id))) return
    const part = await readOrderShareOfBorrowerPayment(sql, receipt, order)
    const now = app.clock.now()
    const mine = await sql.query(
      `insert into debt_share (receipt_id, order_id, principal, interest, at_ms) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning 1`,
      [receipt.id, id, part.principal, part.interest, now],
    )
    if (mine.length === 0) return
    await pay(app, sql, receipt, order, part, afterCommit)
  })
}

async function pay(
  app: AppContext,
  sql: Sql,
  receipt: BorrowerPayment,
  order: ProductOrderRow,
  { principal, interest }: DebtOrderShare,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const now = app.clock.now()
  await postProductOrderLegs(sql, order, debtShareLegs(order, { principal, interest }), now)
  if (isPositive(interest)) {
    await sql.query('insert into product_income (order_id, day, basis, paid, amount, at_ms) values ($1, $2, $3, 1, $4, $5)', [
      order.id,
      borrowerPaymentIncomeDay(receipt),
      truncate(divide(interest, order.money), basisScale),
      interest,
      now,
    ])
  }
  const changed = await updateProductOrder(sql, order.id, {
    income_total: q8(add(order.income_total, interest)),
    returned: q8(add(order.returned ?? zero, principal)),
    ...(receipt.is_final && { status: productOrderStatus.ended, closed_ms: now, late_since_ms: null }),
  })
  await notifyProductOrderBalances(app, sql, changed, afterCommit)
  if (receipt.number === null) {
    const params = { amount: q8(add(principal, interest)), currency: order.currency }
    await writeProductOrderNotice(app, sql, changed, receipt.is_final ? 'debtClosed' : 'debtRecovered', params, afterCommit)
  } else if (receipt.is_final) {
    const params = { returned: q8(changed.returned ?? zero), currency: order.currency }
    await writeProductOrderNotice(
      app,
      sql,
      changed,
      'productEnded',
      { ...params, income: q8(changed.income_total), incomeCurrency: order.income_currency },
      afterCommit,
    )
  }
}

/** A receipt of which everybody has their part is done; with the last the project is repaid, or over. */
const endReceipt = ({ db, clock }: AppContext, { id, is_final, product_id, book }: BorrowerPayment): Promise<void> =>
  db.transaction(async (sql) => {
    const project = await findDebtProject(sql, { product_id, book }, { lock: true })
    const waiting = await sql.query(
      `select 1 from product_order o where product_id = $1 and account_type = $2 and type = 5 and status in (1, 3, 6)
         and not exists (select from debt_share s where s.receipt_id = $3 and s.order_id = o.id) limit 1`,
      [product_id, book, id],
    )
    if (waiting.length > 0) return
    await sql.query('update debt_receipt set status = 2 where id = $1 and status = 1', [id])
    const isRunning = project?.status === debtProjectStatus.repaying || project?.status === debtProjectStatus.defaulted
    if (is_final && isRunning)
      await sql.query('update debt_project set status = 3, closed_ms = $3 where product_id = $1 and book = $2', [
        product_id,
        book,
        clock.now(),
      ])
  })
