import { loanStatus, balanceRecordType } from '#contract/states.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import { tryAdjustLoanPoolRow } from '#ledger/loanPool.ts'
import type { PriceRecordSecond } from '#market/market.ts'
import { add, compareDecimals, negate, q8, zero } from '#rules/decimal.ts'
import { type CollateralLiquidation, computeCollateralLiquidation, priceAtLtv, collateralSalePrice } from '#rules/loan.ts'
import type { AppContext } from '../core/appContext.ts'
import { trimLoanAmountZeros } from './request.ts'
import { lockWalletAndLoan } from './decide.ts'
import { postLoanLegs } from './payOut.ts'
import { loanRepaymentLegs } from './repay.ts'
import { debtOfLoanAt, isPaidOutPledgedLoan, type LoanRow, type PaidOutPledgedLoanRow } from './rows.ts'
import { loanCollateralCurrencies, collateralMarketOf } from '../terms/loanTerms.ts'
import { collateralSaleSpreadOf } from './saleSpread.ts'
import { isLoanRunning } from './serialize.ts'
import { changeLoan, insertLoanRepayment } from './store.ts'
import { type LoanTransactionContext, tryRunLoanTransaction, notifyBorrower, notifyBorrowerBalances } from './notify.ts'

const lanes = 8
/** A call is over once the price is so much above the one at which it was made; no price in between tells twice. */
const calmFactor = '1.02'

/** A price of the record: its middle and its second. */
export interface LoanRecordPrice {
  mid: Decimal
  sec: number
}

interface Found {
  id: string
  user_id: string
  currency: string
}

/**
 * One record (docs/rules/loans.md): pledges whose loan to value it takes to the liquidation are sold at its flash price, others are called for.
 * What was missed while no server ran is found by the same question at the first record after the start.
 */
export async function liquidateLoansOnRecord(app: AppContext, record: PriceRecordSecond): Promise<void> {
  const prices = new Map<string, LoanRecordPrice>()
  for (const currency of loanCollateralCurrencies) {
    const mid = record.prices.get(collateralMarketOf(currency))
    if (mid !== undefined) prices.set(currency, { mid, sec: record.sec })
  }
  if (prices.size === 0) return
  const found = await reached(app.db, prices)
  const people = [...Map.groupBy(found, ({ user_id }) => user_id).values()]
  const serve = async () => {
    for (let theirs = people.shift(); theirs; theirs = people.shift()) {
      for (const { id, currency } of theirs) {
        const on = prices.get(currency)
        if (on) await tryRunLoanTransaction(app, id, (doing) => actOn(doing, id, on, record.fence))
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, people.length) }, serve))
}

/** Loans that these prices sell or call, and calls that they end. */
const reached = (sql: Sql, prices: ReadonlyMap<string, LoanRecordPrice>): Promise<Found[]> =>
  sql.query<Found>(
    `select l.id, l.user_id, p.currency from unnest($1::text[], $2::numeric[]) p (currency, price)
     cross join lateral (
       select id, user_id from loan where kind = 2 and status in (3, 5) and collateral_currency = p.currency and liq_price >= p.price
       union
       select id, user_id from loan where kind = 2 and status in (3, 5) and called_ms is null
         and collateral_currency = p.currency and call_price >= p.price
       union
       select id, user_id from loan where kind = 2 and status in (3, 5) and called_ms is not null
         and collateral_currency = p.currency and call_price < p.price / ${calmFactor}
     ) l order by l.id`,
    [[...prices.keys()], [...prices.values()].map(({ mid }) => mid)],
  )

async function actOn(doing: LoanTransactionContext, id: string, on: LoanRecordPrice, fence?: number): Promise<void> {
  const { sql } = doing
  const row = await lockWalletAndLoan(sql, id)
  if (!row || !isLoanRunning(row) || !isPaidOutPledgedLoan(row) || !(await isStillOurs(sql, fence))) return
  // A record heard again after a hand-over acts on nothing that came after it.
  if (on.sec < Math.floor(Number(row.start_ms) / 1000)) return
  const { total } = debtAtRecord(row, on)
  const at = (ltv: Decimal) => priceAtLtv(total, row.collateral, ltv, row.price_step)
  if (compareDecimals(on.mid, at(row.liq_ltv)) <= 0) {
    await liquidateLoanAtPrice(doing, row, on)
    return
  }
  const isThin = compareDecimals(on.mid, at(row.call_ltv)) <= 0
  if (isThin && row.called_ms === null) await callFor(doing, row, on)
  if (!isThin && row.called_ms !== null) await changeLoan(sql, id, { called_ms: null })
}

/** What was owed at the second of a price: a record that is heard late, as after a crash, costs nobody the days since. */
const debtAtRecord = (row: PaidOutPledgedLoanRow, { sec }: LoanRecordPrice) => debtOfLoanAt(row, sec * 1000)

/** Whoever stops being the one that records stops acting on records. */
async function isStillOurs(sql: Sql, fence: number | undefined): Promise<boolean> {
  if (fence === undefined) return true
  const found = await sql.query('select from market_lease where fence = $1', [fence])
  return found.length > 0
}

async function callFor(doing: LoanTransactionContext, row: PaidOutPledgedLoanRow, on: LoanRecordPrice): Promise<void> {
  const called = await changeLoan(doing.sql, row.id, { called_ms: doing.now })
  const { collateral_currency: coin, currency } = row
  await notifyBorrower(doing, called, 'loanCalled', {
    coin,
    price: trimLoanAmountZeros(on.mid),
    liqPrice: trimLoanAmountZeros(row.liq_price ?? zero),
    currency,
  })
}

/** Sells what repays the debt and the fee, gives the rest back and ends the loan, in one posting. Wallet and loan are locked. */
export async function liquidateLoanAtPrice(
  doing: LoanTransactionContext,
  row: PaidOutPledgedLoanRow,
  on: LoanRecordPrice,
): Promise<LoanRow> {
  const { sql, now } = doing
  const exec = collateralSalePrice(on.mid, collateralSaleSpreadOf(doing.app.terms, row), row.price_step)
  const sale = computeCollateralLiquidation(debtAtRecord(row, on), row.collateral, exec, row.liq_fee)
  const principal = q8(add(sale.principal, sale.covered))
  await postLoanLegs(doing, row, salesLegs(row, sale))
  await tryAdjustLoanPoolRow(sql, row.currency, principal)
  await insertLoanRepayment(sql, { loan_id: row.id, principal, interest: sale.interest, late: sale.late, how: 'collateral' }, now)
  const over = await changeLoan(sql, row.id, {
    status: loanStatus.liquidated,
    closed_ms: now,
    principal_left: q8(zero),
    interest_carried: q8(zero),
    late_carried: q8(zero),
    interest_paid: q8(add(row.interest_paid, sale.interest)),
    late_paid: q8(add(row.late_paid, sale.late)),
    collateral: q8(zero),
    collateral_sold: q8(add(row.collateral_sold, sale.sold)),
    collateral_returned: q8(add(row.collateral_returned, sale.back)),
    liq_sec: on.sec,
    liq_mid: on.mid,
    liq_exec: exec,
    liq_fee_paid: sale.fee,
    covered: sale.covered,
  })
  await notifyBorrowerBalances(doing, over)
  const { collateral_currency: coin, currency } = row
  await notifyBorrower(doing, over, 'loanSold', {
    sold: trimLoanAmountZeros(sale.sold),
    coin,
    price: trimLoanAmountZeros(exec),
    currency,
    back: trimLoanAmountZeros(sale.back),
  })
  return over
}

/**
 * What the coins bring comes in first, then it pays; in the person's records every step is a line. What it does not bring goes from the
 * house's cover to its pool: it was never the person's, and is no winning.
 */
function salesLegs(row: PaidOutPledgedLoanRow, sale: CollateralLiquidation): Leg[] {
  const { user_id: user, currency, collateral_currency: coin } = row
  const { collateralSold, collateralRelease, fee } = balanceRecordType
  return [
    { user, currency: coin, bucket: 'COLLATERAL', amount: negate(sale.sold), type: collateralSold },
    { house: 'CLEARING', currency: coin, amount: sale.sold },
    { user, currency: coin, bucket: 'COLLATERAL', amount: negate(sale.back), type: collateralRelease },
    { user, currency: coin, bucket: 'AVAIL', amount: sale.back, type: collateralRelease },
    { user, currency, bucket: 'AVAIL', amount: sale.proceeds, type: collateralSold },
    { house: 'CLEARING', currency, amount: negate(sale.proceeds) },
    ...loanRepaymentLegs(row, sale.principal, q8(add(sale.interest, sale.late))),
    { house: 'COVER', currency, amount: negate(sale.covered) },
    { house: 'LOAN_POOL', currency, amount: sale.covered },
    { user, currency, bucket: 'AVAIL', amount: negate(sale.fee), type: fee },
    { house: 'FEE', currency, amount: sale.fee },
  ]
}
