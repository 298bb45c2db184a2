import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EarnProduct, ProductOrder } from '#contract/calls/products.ts'
import { productOrderStatus, earnProductStatus, earnProductType } from '#contract/states.ts'

// Every word for what the contract says by name: kinds, states, risks, ways out, lines of a preview. `i18n._(…)` says them.

type Words<Name extends string | number> = Readonly<Record<Name, MessageDescriptor>>

/** What each kind of product is called. */
export const productTypeLabels: Words<number> = {
  [earnProductType.arbitrage]: msg`Arbitrage hosting`,
  [earnProductType.pledge]: msg({ message: 'Pledge', context: 'of coins, for network rewards' }),
  [earnProductType.quant]: msg`AI-quant fund`,
  [earnProductType.miner]: msg`Mining machine`,
  [earnProductType.debt]: msg`Debt crowdfunding`,
}

export const productOrderStatusLabels: Words<ProductOrder['status']> = {
  [productOrderStatus.notStarted]: msg`Not started`,
  [productOrderStatus.running]: msg({ message: 'Running', context: 'of an investment' }),
  [productOrderStatus.ended]: msg({ message: 'Ended', context: 'of an investment' }),
  [productOrderStatus.frozen]: msg({ message: 'Frozen', context: 'of an investment' }),
  [productOrderStatus.cancelled]: msg({ message: 'Cancelled', context: 'of an investment' }),
  [productOrderStatus.exiting]: msg({ message: 'Being paid out', context: 'of an investment' }),
  [productOrderStatus.defaulted]: msg({ message: 'Borrower defaulted', context: 'of an investment' }),
}

export const productStatusLabels: Words<EarnProduct['status']> = {
  [earnProductStatus.upcoming]: msg({ message: 'Not open yet', context: 'of a product' }),
  [earnProductStatus.open]: msg({ message: 'Open', context: 'of a product' }),
  [earnProductStatus.soldOut]: msg({ message: 'Sold out', context: 'of a product' }),
  [earnProductStatus.closed]: msg({ message: 'No longer sold', context: 'of a product' }),
}

export const productRiskLabels: Words<EarnProduct['risks'][number]> = {
  rateCanBeZero: msg`The rate is worked out anew each day and can be zero.`,
  reserveCanFallShort: msg`Income is paid from a reserve alone. Where that falls short, everyone gets the same share of what is due.`,
  houseCanFail: msg`Your money is with us. If we fail, you can lose all of it.`,
  coinPriceCanFall: msg`The coin itself can lose value.`,
  unbondingWait: msg`Leaving takes as long as the network asks for, and nothing comes in meanwhile.`,
  navCanFall: msg`The unit value can fall below what you paid.`,
  rulesCanLose: msg`Fixed rules decide, and they can lose, also for a long time.`,
  outputCanStop: msg`When power costs more than the output, the machine stands still and brings nothing.`,
  costNotReturned: msg`The price of the machine does not come back.`,
  borrowerCanDefault: msg`The borrower can fail to repay. Part or all of the money is lost then.`,
  repaidLate: msg`Repayment can come late.`,
}

/** How one leaves before the end. Days are the server's, UTC+8; the sheet that confirms says the moment. */
export const productExitRuleLabels: Words<EarnProduct['exitRule']> = {
  nextDayFeeFromIncome: msg`Any day, paid at the start of the next one. What you put in comes back whole; the fee is taken from its income alone.`,
  nextDayFree: msg`Any day and without a fee, paid at the start of the next one.`,
  unbonding: msg`Any day and without a fee. The network gives it back after its waiting time.`,
  nextNav: msg`Any day, at the unit value of the next one.`,
  none: msg`Not before its end.`,
}

export const productBackingLabels: Words<EarnProduct['backing']['kind']> = {
  simulated: msg`Sandbox: play money, nothing real stands behind it.`,
  reserve: msg`Income comes from a reserve that was funded before.`,
  custody: msg`The coins are with a custodian, with a document that proves it.`,
  borrower: msg`A borrower's promise to repay, nothing else.`,
}

/** Why an order was frozen; there is no other reason. */
export const productFreezeReasonLabels: Words<NonNullable<ProductOrder['frozenReason']>> = {
  legal_order: msg`An authority ordered it.`,
  sanction_match: msg`Your name is close to one on a sanctions list. We are checking it.`,
  suspected_takeover: msg`Somebody else may have got into your account. We are checking it with you.`,
}

const moreWarnings: Words<string> = {
  insufficientBalance: msg`There is not enough in your balance.`,
  doesNotPayBack: msg`At today's values it does not earn back its price before its end.`,
  idleNow: msg`At today's values it stands still and brings nothing.`,
  exampleBorrower: msg`An example borrower of the sandbox. No such project exists.`,
  startsWhenFunded: msg`If the target is not reached in time, all of it comes back.`,
  backTest: msg`What is shown from before it began is a back-test, not a result.`,
}
/** What a preview warns of; risks go by their own names. Undefined for a name that this version does not know. */
export const productWarningLabel = (key: string): MessageDescriptor | undefined =>
  moreWarnings[key] ?? (productRiskLabels as Readonly<Record<string, MessageDescriptor>>)[key]

const lineWords: Words<string> = {
  rateAvg: msg`Average of the last days`,
  rateMin: msg`Lowest of them`,
  rateMost: msg`Highest of them`,
  zeroDays: msg`Days that brought nothing`,
  daysKnown: msg`Days looked at`,
  dayAtAverage: msg`A day at the average`,
  rateMax: msg`The most in a day`,
  dayAtMost: msg`A day at the most`,
  coverage: msg`Reserve against a day at the most`,
  networkRate: msg`What the network pays in a year`,
  yourRate: msg`Your share in a year, now`,
  commission: msg`Our share of it`,
  dayNow: msg`A day at today's rate`,
  unbondDays: msg`Waiting time when leaving`,
  nav: msg`Newest unit value`,
  unitsNow: msg`Units at that value`,
  performanceFee: msg`Our share of new highs`,
  worstMonth: msg`Worst 30 days`,
  dayGross: msg`Output of a day`,
  dayPower: msg`Power of a day`,
  dayNet: msg`Output of a day after power`,
  dayNetUsdt: msg`The same in USDT`,
  dayNetUsdtLow: msg`With 30 % less for hashing`,
  termNetUsdt: msg`All days like today together`,
  paybackDays: msg`Earns back its price in`,
  termDays: msg`Runs for`,
  kwhPrice: msg`Price of 1 kWh`,
  hashprice: msg`Paid for hashing, by day`,
  coinPrice: msg`Price of the coin`,
  annualRate: msg`Interest in a year`,
  interest: msg`Interest in all`,
  repayTotal: msg`Comes back in all, as agreed`,
  raised: msg`Raised so far`,
  left: msg`Still missing`,
}
export const productPreviewLineLabel = (key: string): MessageDescriptor | undefined => lineWords[key]

const feeWords: Words<string> = {
  exitFeeMost: msg`For leaving early, at most`,
  commission: msg`Our share of the network's income`,
  performanceFee: msg`Our share of new highs`,
}
export const productFeeLabel = (key: string): MessageDescriptor | undefined => feeWords[key]
