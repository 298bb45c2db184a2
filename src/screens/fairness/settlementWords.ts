import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SettlementInputSource } from '#contract/calls/settlement.ts'
import { closeReason, secondContractResult } from '#contract/states.ts'

/** What is explained. */
const whatWords: Record<string, MessageDescriptor> = {
  position: msg`Contract position`,
  second: msg`Second contract`,
  spot: msg`Spot order`,
  swap: msg`Swap`,
  option: msg`Option`,
  deposit: msg({ message: 'Deposit', context: 'money in' }),
  withdrawal: msg({ message: 'Withdrawal', context: 'money out' }),
  adjustment: msg`Correction by our staff`,
  demoFund: msg`Demo money`,
  demoReset: msg`Demo money`,
  product: msg`Earn product`,
  productIncome: msg`Income of a day`,
  loan: msg`Loan`,
  competition: msg`Competition: virtual fund`,
  competitionPrize: msg`Competition prize`,
  ieo: msg`Token subscription`,
}
export const settlementKindLabel = (what: string): MessageDescriptor => whatWords[what] ?? msg`Movement of money`

export const settlementStatusLabels: Record<string, MessageDescriptor> = {
  pending: msg`Waiting for its price`,
  running: msg`Running`,
  settling: msg`Waits for the next price`,
  done: msg({ message: 'Settled', context: 'of an order' }),
  cancelled: msg({ message: 'Cancelled', context: 'of an order' }),
}

/** The rule of each formula in words; the steps below it show it with the numbers. */
export const settlementFormulaExplanations: Record<string, MessageDescriptor> = {
  contract: msg`Bought at the ask, sold at the bid. Profit is quantity × contract size × the difference of the two prices. Margin and profit come back together, less the fee, and never less than nothing.`,
  second: msg`The second after acceptance opens, the last one closes. Higher pays Up, lower pays Down, equal or no record gives the stake back. Nothing else decides.`,
  spot: msg`Bought at the ask, sold at the bid of one second, and a fee on the value.`,
  swap: msg`The middle of the market plus or minus half the spread. There is no other fee.`,
  option: msg`Bought at Black–Scholes with the published volatility, 3 % up. At expiry: the mean of the last half hour of records against the strike, times the quantity. With too few records everything comes back.`,
  income: msg`What is invested, or the number of machines, times the value of the day, times the share that the reserve could pay.`,
  hosting: msg`The published funding rates of the day, your stated share of them, never below zero and never above the highest rate. That times what is invested, times the share that the reserve could pay.`,
  hostingOrder: msg`The principal comes back whole. Leaving early costs the stated share of it at most, and never more than the income that came in.`,
  mining: msg`The published hashprice times the hashrate, less what the power costs by the published prices, and never less than nothing. That times the machines, times the share that the reserve could pay.`,
  pledge: msg`What the network pays in a year as it was published, less our stated share, for one day. That times what is pledged, times the share that the reserve could pay.`,
  loan: msg`Interest is what is left of the principal × the daily rate × the days, one day at least. Late interest begins after the days of grace. A payment pays late interest first, then interest, then principal. Collateral is sold only as far as it repays what is owed and the fee; the rest comes back.`,
  ieo: msg`What you paid for × the price that the draw told. The rest of what you won lapses without a charge. On each day of the schedule its share of the tokens unlocks. Called off, all you paid comes back.`,
  fund: msg`The money by the unit value at which the order began, as it was published. Units given back times the unit value at which they were, and a gain times the share that the reserve could pay.`,
  moved: msg`No price is part of this: the movements of the balance are added up.`,
}

const names: Record<string, MessageDescriptor> = {
  symbol: msg({ message: 'Market', context: 'of a position' }),
  base: msg`Coin`,
  direction: msg`Direction`,
  type: msg`Your guess`,
  lever: msg`Leverage`,
  quantity: msg`Quantity`,
  orderQuantity: msg`Quantity when opened`,
  contractSize: msg`Contract size`,
  feeRate: msg`Fee rate`,
  feeDiscount: msg`Fee discount`,
  spreadBps: msg`Spread, in hundredths of a percent`,
  feeOfValue: msg`Fee, of the value`,
  feeOfPremium: msg`Fee at most, of the premium`,
  halfSpread: msg`Half of the spread`,
  fromHalfSpread: msg`Half of the spread`,
  toHalfSpread: msg`Half of the spread`,
  tick: msg`Price step`,
  limitPrice: msg`Limit price`,
  partOf: msg`Part of order`,
  closeReason: msg`Closed by`,
  reserved: msg`Set aside for the order`,
  margin: msg`Margin`,
  openFee: msg`Opening fee`,
  addedMargin: msg`Margin added since`,
  funding: msg`Funding and overnight`,
  rate: msg`Rate of the charge`,
  money: msg`Amount of the order`,
  odds: msg`Gain if right`,
  acceptedMs: msg`Accepted`,
  seconds: msg({ message: 'Seconds', context: 'length of time' }),
  fromCurrency: msg`You give`,
  toCurrency: msg`You get`,
  fromAmount: msg`You gave`,
  toAmount: msg`You got`,
  account: msg`Part of the balance`,
  leg: msg`Movement`,
  cp: msg`Right`,
  strike: msg`Strike`,
  expirySec: msg({ message: 'Expiry', context: 'an option' }),
  openedSec: msg`Priced when bought`,
  closedSec: msg`Priced when sold`,
  openIv: msg`Published volatility`,
  openSkew: msg`Skew of the volatility`,
  closeIv: msg`Published volatility when sold`,
  closeSkew: msg`Skew of the volatility when sold`,
  iv: msg`Volatility at the strike`,
  openPrice: msg`Opening price`,
  notional: msg`Order value`,
  orderMargin: msg`Margin when opened`,
  orderOpenFee: msg`Fee when opened`,
  charge: msg`Charge`,
  closePrice: msg`Closing price`,
  profit: msg`Profit before fees`,
  closeFee: msg`Closing fee`,
  covered: msg`Loss covered by the house`,
  returned: msg`Returned to your balance`,
  net: msg`Result after all fees`,
  openSec: msg`Opening second`,
  closeSec: msg`Closing second`,
  move: msg`Movement of the price`,
  outcome: msg`Result`,
  payout: msg`Paid to you`,
  price: msg`Price`,
  fee: msg`Fee`,
  give: msg`You gave`,
  get: msg`You got`,
  mid: msg`Middle of the market`,
  costUsdt: msg`What it cost`,
  moved: msg`Moved in all`,
  remark: msg`Remark`,
  premium: msg`Premium`,
  settlePrice: msg`Settlement price`,
  day: msg({ message: 'Day', context: 'a date' }),
  weight: msg`What the day’s value is multiplied by`,
  dayValue: msg`Value of the day`,
  dayRate: msg`Rate of the day`,
  share: msg`Your share`,
  rateMax: msg`Highest rate`,
  paid: msg`Share that the reserve paid`,
  income: msg`Income`,
  accrued: msg`Income in all`,
  dayOutput: msg`Output of one machine`,
  hashrate: msg`Hashrate`,
  powerW: msg`Power in watts`,
  network: msg({ message: 'Coin', context: 'that a machine mines' }),
  hashprice: msg`Published hashprice`,
  kwhPrice: msg`Published price of a kilowatt hour`,
  coinPrice: msg`Price of the coin`,
  exitFee: msg`Fee for leaving`,
  amount: msg({ message: 'Lent', context: 'the amount of a loan' }),
  days: msg({ message: 'Days', context: 'length of time' }),
  dailyRate: msg`Rate a day`,
  lateFactor: msg`Late interest, times the rate a day`,
  graceDays: msg`Days of grace`,
  startDay: msg({ message: 'First day', context: 'of a loan' }),
  endDay: msg({ message: 'Due on', context: 'a loan' }),
  payment: msg({ message: 'Repaid', context: 'a payment of a loan' }),
  givenBack: msg`Given back within 24 hours`,
  totalInterest: msg`Interest if held to the end`,
  late: msg`Late interest`,
  interest: msg`Interest`,
  principal: msg`Principal`,
  coin: msg`Coin`,
  collateral: msg`Collateral`,
  priceStep: msg`Price step`,
  liqLtv: msg`Sold at a loan to value of`,
  liqFee: msg`Fee of the sale`,
  owed: msg`Owed`,
  sold: msg({ message: 'Sold', context: 'collateral' }),
  proceeds: msg`What the sale brought`,
  units: msg`Units`,
  leftUnits: msg`Units given back`,
  applied: msg`Applied for`,
  won: msg`Won`,
  winPrice: msg`Winning price`,
  paidFor: msg`Paid for`,
  lapsed: msg`Lapses, free of charge`,
  unlock: msg`Tokens unlock`,
}

/** In an exchange the rate is a price, elsewhere a rate is a share. */
const swapRate = msg({ message: 'Rate', context: 'of an exchange' })

/** Where there is no fee. */
const gain = msg`Gain or loss`

/** An input's or figure's name, and the moment that it is about where it is one of several ('charge@1795190400'). */
export function settlementFigureLabelAndTime(
  name: string,
  formula: string,
): { words: MessageDescriptor | undefined; at: number | undefined } {
  const [plain = '', sec] = name.split('@')
  const word = plain.startsWith('leg') ? 'leg' : plain
  const own = formula === 'swap' && word === 'rate' ? swapRate : formula !== 'contract' && word === 'net' ? gain : names[word]
  return { words: own, at: sec === undefined ? undefined : Number(sec) * 1000 }
}

export const settlementSourceLabels: Record<SettlementInputSource, MessageDescriptor> = {
  order: msg`Your order`,
  market: msg`The market's terms`,
  record: msg`The price record`,
  ledger: msg`Your balance records`,
  rule: msg`A published rule`,
}

/** What only the computation needs and the formula shows. */
export const hiddenSettlementInputPattern =
  /^(isOver|since|soldMs|soldFor|asked|unit|quote|conversion|kind@|nights@|quantity@|charged@|percent@|parts$)/

export const secondContractResultLabels: Record<string, MessageDescriptor> = {
  [secondContractResult.win]: msg({ message: 'Won', context: 'of an order' }),
  [secondContractResult.lose]: msg({ message: 'Lost', context: 'of an order' }),
  [secondContractResult.tie]: msg`Tie, stake returned`,
  [secondContractResult.void]: msg`No price record, stake returned`,
}

export const settlementSideLabels: Record<string, Record<string, MessageDescriptor>> = {
  contract: { 1: msg`Long`, 2: msg`Short` },
  spot: { 1: msg({ message: 'Buy', context: 'an order' }), 2: msg({ message: 'Sell', context: 'an order' }) },
  option: { C: msg`Call`, P: msg`Put` },
  second: { 1: msg({ message: 'Up', context: 'a price' }), 2: msg({ message: 'Down', context: 'a price' }) },
}

export const closeReasonLabels: Record<string, MessageDescriptor> = {
  [closeReason.user]: msg`You`,
  [closeReason.takeProfit]: msg`Take profit`,
  [closeReason.stopLoss]: msg`Stop loss`,
  [closeReason.marginInsufficient]: msg`Close-out: the margin was not enough`,
  [closeReason.expiry]: msg`Its time was over`,
  [closeReason.creditOpen]: msg`An open loan: leverage above 2`,
  [closeReason.demoReset]: msg`Reset of the demo money`,
  [closeReason.ownBreak]: msg`Your break`,
  [closeReason.verificationEnded]: msg`The end of your verification`,
  [closeReason.country]: msg`The rules of your country`,
  [closeReason.halt]: msg`A halt of the market`,
  [closeReason.ownLimit]: msg`A limit of your own`,
  [closeReason.rule]: msg`A rule that it no longer met`,
  [closeReason.delisting]: msg`The market was closed for good`,
}

/** The house's accounts as the other side of a posting. */
export const houseAccountWords: Record<string, MessageDescriptor> = {
  FEE: msg`House: fees`,
  CLEARING: msg`House: trading`,
  COVER: msg`House: loss cover`,
  ISSUE: msg`House: demo money`,
  PRIZE: msg`House: competition prizes`,
  LOAN_POOL: msg`House: money to lend`,
  SALES: msg`House: new tokens`,
  RESERVE_SECOND: msg`House: reserve of second contracts`,
  RESERVE_OPTION: msg`House: reserve of options`,
  OTHER: msg`Someone else`,
}
