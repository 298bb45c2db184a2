/** What money moves by. Each has a rule below, so that none loses its test. */
export const moneyTopics = [
  'trading fees',
  'margin',
  'liquidation',
  'charges for holding',
  'options',
  'timed contracts',
  'swaps',
  'spot',
  'hosting',
  'pledge',
  'funds',
  'mining',
  'debt projects',
  'loans',
  'withdrawals',
  'own limits',
  'double entry',
  'once',
  'whose it is',
  'rounding',
] as const
type MoneyTopic = (typeof moneyTopics)[number]

interface MoneyRule {
  topic: MoneyTopic
  /** In plain English, so that it can be read beside the page. */
  rule: string
  /** The page that states it. */
  page: string
  /** A quick test, one that `npm test` runs. */
  file: string
  /** Its title. Where that is a pattern, as written in the file. */
  test: string
}

const rules = (topic: MoneyTopic, page: string, rows: readonly (readonly [rule: string, file: string, test: string])[]): MoneyRule[] =>
  rows.map(([rule, file, test]) => ({ topic, rule, page: `docs/rules/${page}.md`, file, test }))

/**
 * Each rule by which money moves, with the quick test that proves it: a rule that only a long test proves could be broken by a change that
 * passes `npm test`.
 */
export const moneyRules: readonly MoneyRule[] = [
  ...rules('trading fees', 'contracts', [
    ['opening costs the fee on the notional, beside the margin', 'src/rules/position.test.ts', 'C1 opens long'],
    ['closing costs the fee on what is closed', 'src/rules/position.test.ts', 'C1 marks at 61,000 and closes at the bid'],
    ['the fees of a position are posted to the house', 'tests/trading/trading.integration.test.ts', 'C1: preview, open, mark, close'],
  ]),
  ...rules('trading fees', 'fair-dealing', [
    [
      'the phone computes with the terms of the order, not with what is asked for now',
      'tests/fairness/verifySettlements.integration.test.ts',
      'are all the same to the last digit: online, then from what the phone keeps',
    ],
  ]),
  ...rules('trading fees', 'levels-and-team', [
    [
      'a level takes its discount off, and nothing in a competition',
      'tests/levels/levelFees.integration.test.ts',
      'takes what the level says off, in both books, and nothing in a competition',
    ],
    [
      'the discount of the opening holds to the close',
      'tests/levels/levelFees.integration.test.ts',
      'contracts: half way through another level, the rate of the opening holds',
    ],
    [
      'an invitation brings a fifth of the fees that were paid',
      'tests/team/team.integration.test.ts',
      'shares a fifth of what was paid, truncated, and takes what came back off the next days',
    ],
  ]),
  ...rules('margin', 'contracts', [
    [
      'a limit order never costs more than was reserved for it',
      'src/rules/position.test.ts',
      'never costs more than was reserved: a short of 0.1 at 60,000 that fills at 60,500',
    ],
    ['margin that is added moves the liquidation price', 'src/rules/position.test.ts', 'C4 added margin moves the liquidation price'],
    [
      'a part that is closed takes its share of the margin along',
      'tests/trading/tradingOrders.integration.test.ts',
      'takes its share along; nothing is lost between the parts, to the last decimal',
    ],
    [
      'the reserve covers what all open contracts could win, to 95 %',
      'tests/fairness/capacity.integration.test.ts',
      '1,199.40 each: seven fit into 95 % of 10,000, the eighth does not, before and after its preview',
    ],
  ]),
  ...rules('liquidation', 'contracts', [
    [
      'a position is closed out at half of its margin',
      'src/rules/position.test.ts',
      'C2 closes out at exactly half of the margin, not before',
    ],
    [
      'a close-out is posted with the normal fee and gives back what is left',
      'tests/trading/trading.integration.test.ts',
      'C2: closes itself at half of the margin, not a tick before, with the normal fee',
    ],
    ['a loss ends at the margin', 'src/rules/position.test.ts', 'C3 gap: the user loses what was shown and no more'],
    [
      'the house covers the rest of a loss',
      'tests/trading/trading.integration.test.ts',
      'C3: a gap costs what was shown as the worst loss and no more; the house covers the rest',
    ],
  ]),
  ...rules('liquidation', 'contracts', [
    [
      'a delisted market is settled at the price of its last second, stops first, and nothing stays open or reserved',
      'tests/trading/delisting.integration.test.ts',
      'stops go first, then everything closes at its price, waiting orders give back what they reserved, and coins stay',
    ],
    [
      'without a price in that second it is the next of a day, else the last before it',
      'tests/trading/delisting.integration.test.ts',
      'is settled at the last one before it where none comes within a day',
    ],
  ]),
  ...rules('charges for holding', 'contracts', [
    [
      'positive funding is paid by longs and received by shorts',
      'src/rules/funding.test.ts',
      'C6: funding of 0.01 % on 0.1 BTC at 60,000 is paid by the long and received by the short',
    ],
    [
      'a night costs a day of the annual rate, three on Wednesday',
      'src/rules/funding.test.ts',
      'C8: a night of 2 oz of gold at 4,050, 5.8 % a year, and Wednesday’s three',
    ],
    [
      'nights are charged from Tuesday to Saturday',
      'src/rules/funding.test.ts',
      'of metals and forex: five cut-offs a week that charge seven nights',
    ],
    [
      'a charge is taken once and stands in the result',
      'tests/trading/tradingHolding.integration.test.ts',
      'is charged once at each moment, to the long when positive, and stands in position, records and result',
    ],
    [
      'what the balance is short of comes out of the margin',
      'tests/trading/tradingHolding.integration.test.ts',
      'comes out of the margin when the balance is short, moves the close-out, warns, and never takes more than there is',
    ],
  ]),
  ...rules('options', 'options', [
    ['a call pays what the price is above its strike', 'src/rules/option/option.test.ts', 'O1: a call of seven days, to the last digit'],
    ['a put pays what the price is below its strike', 'src/rules/option/option.test.ts', 'O2: a put'],
    ['the fee is the smaller of two', 'src/rules/option/option.test.ts', 'charges the smaller of the two fees'],
    ['an option with too few records is void', 'src/rules/option/option.test.ts', 'averages 1,700 prices and more, and none of fewer'],
    [
      'a void option gives premium and fee back',
      'tests/options/options.integration.test.ts',
      'gives premium and fee back below 1,700, days later too',
    ],
  ]),
  ...rules('timed contracts', 'timed-contracts', [
    ['a win pays the stake and its odds, a loss nothing', 'src/rules/second/secondContract.test.ts', 'B1: stake 100 at 0.85'],
    ['an equal price gives the stake back', 'src/rules/second/secondContract.test.ts', 'B2: the tenth decimal decides'],
    [
      'a second without a record is looked for two seconds further on',
      'src/rules/second/secondContract.test.ts',
      'a missing second is looked for two seconds further on, no more',
    ],
    [
      'stake and payout are posted',
      'tests/secondContracts/secondContracts.integration.test.ts',
      'B1: preview, buy, open price of the next second, win',
    ],
  ]),
  ...rules('swaps', 'swaps', [
    ['a coin is sold below the middle', 'src/rules/swap.test.ts', 'F1: 0.05 BTC → 2,997 USDT at 59,940, which costs 3'],
    ['a coin is bought above the middle', 'src/rules/swap.test.ts', 'F2: 1,000 USDT → 0.33300033 ETH at 3,003'],
    ['from coin to coin both halves are paid', 'src/rules/swap.test.ts', 'coin to coin goes through USDT and pays both halves'],
    ['a swap has a smallest and a largest value', 'src/rules/swap.test.ts', 'says what is too little and too much, by the value at mid'],
    ['a quote is used once', 'tests/swap/swap.integration.test.ts', 'a quote is good once, however many ask at the same moment'],
  ]),
  ...rules('swaps', 'swaps', [
    [
      'what was quoted before a halt is not exchanged in it',
      'tests/swap/swap.integration.test.ts',
      'no quote on a halted market, and none that was given before the halt is exchanged',
    ],
  ]),
  ...rules('spot', 'spot', [
    [
      'the fee of a buy is in what is spent',
      'src/rules/spot.test.ts',
      'S1: 1,000 USDT at 60,006 buy 0.01664833 BTC, the fee is in the 1,000',
    ],
    ['the fee of a sell is taken from what comes', 'src/rules/spot.test.ts', 'sells with the fee taken from what comes'],
    [
      'a limit order fills at its price and gives back what is left',
      'tests/spot/spotOrders.integration.test.ts',
      'S1 in steps: set aside, filled at the limit, what the steps do not take never leaves',
    ],
    [
      'a limit order fills at a better price',
      'tests/spot/spotOrders.integration.test.ts',
      'buys and sells at the limit or better, gives the rest back, and notifies the person',
    ],
    [
      'a sale passes, and one that waits stays, when a verification has ended',
      'tests/trading/waitingOrders.integration.test.ts',
      'leaves what sells coins: it fills, and more can be sold',
    ],
  ]),
  ...rules('hosting', 'earn', [
    [
      'a running order is worth what leaving it would pay',
      'tests/products/productsValue.integration.test.ts',
      'less the fee, which is fixed when one leaves and gone when the money is back',
    ],
    ['a day earns a share of its funding', 'src/rules/earn/hosting.test.ts', 'A1: 70 % of the three rates of a day'],
    [
      'a day is never below nothing nor above its most',
      'src/rules/earn/hosting.test.ts',
      'A2: never below nothing, never above the highest rate',
    ],
    [
      'leaving early costs no more than came in',
      'src/rules/earn/hosting.test.ts',
      'A3: leaving costs half a percent at most, and never more than what came in',
    ],
    [
      'a reserve that is too small pays everybody the same share',
      'src/rules/earn/hosting.test.ts',
      'A4: a reserve that is too small pays everybody the same share',
    ],
    [
      'incomes and the principal are posted',
      'tests/products/products.integration.test.ts',
      'takes the money, starts at midnight, earns each day and gives the principal back (A1)',
    ],
  ]),
  ...rules('pledge', 'earn', [
    ['a day earns the network’s rate less our tenth', 'src/rules/earn/yield.test.ts', 'brings vector A6 to eight decimals'],
    [
      'the income is posted in the coin',
      'tests/products/pledge.integration.test.ts',
      'brings each day what the network pays, less our tenth (A6)',
    ],
  ]),
  ...rules('funds', 'earn', [
    ['money buys units at the published value', 'src/rules/earn/fund.test.ts', 'are those of vector A5'],
    [
      'a fifth of what is above the highest value is ours',
      'src/rules/earn/fund.test.ts',
      'gives a fifth of what is above its high, once, and nothing on the way back up',
    ],
    [
      'units are bought and left at the next value',
      'tests/products/quant.integration.test.ts',
      'is bought at the next unit value and left at that after leaving (A5)',
    ],
  ]),
  ...rules('mining', 'earn', [
    ['a machine brings what it mines less its power', 'src/rules/earn/mining.test.ts', 'is M1 to eight decimals, with its payback'],
    ['an idle machine owes nothing', 'src/rules/earn/mining.test.ts', 'is idle in M2: nothing comes in and nothing is owed'],
    [
      'the price of a machine goes to the house',
      'tests/products/miners.integration.test.ts',
      'brings M1 and, idle, M2; its price goes to the house at the start and does not come back',
    ],
  ]),
  ...rules('debt projects', 'earn', [
    ['interest runs by the day', 'src/rules/earn/debt.test.ts', 'is Z1 to eight decimals'],
    [
      'what is recovered is shared in proportion, principal first',
      'src/rules/earn/debt.test.ts',
      'is shared pro rata, the principal first',
    ],
    [
      'principal and interest are posted when they are due',
      'tests/products/products.integration.test.ts',
      'comes back with its interest at the end, and monthly with the principal in the last part',
    ],
  ]),
  ...rules('loans', 'loans', [
    ['interest runs by the day, at least one', 'src/rules/loan.test.ts', 'costs 3.60000000 repaid on day 12, and one day at least'],
    [
      'late interest begins after three days of grace',
      'src/rules/loan.test.ts',
      'costs nothing more in three days of grace, then 0.45 a day: five late days 2.25000000',
    ],
    ['interest never exceeds what was lent', 'src/rules/loan.test.ts', 'never costs more than was lent, whatever was paid before'],
    [
      'a payment goes to late interest, then interest, then principal',
      'src/rules/loan.test.ts',
      'takes late interest first, then interest, then principal, and no more than is owed',
    ],
    ['a pledged loan is called and sold at its two prices', 'src/rules/loan.test.ts', 'calls at 40,240.00 and sells at 36,361.45'],
    [
      'a sale takes what repays and returns the rest',
      'tests/loans/loansPledge.integration.test.ts',
      'calls once at 75 %, sells at 83 % only what repays, and returns the rest at once (L2)',
    ],
    [
      'the house bears what a gap leaves unpaid',
      'tests/loans/loansPledge.integration.test.ts',
      'sells everything after a gap, and what is missing is the house’s loss',
    ],
  ]),
  ...rules('withdrawals', 'deposits-and-withdrawals', [
    [
      'what has no price is looked at by a person',
      'tests/withdrawals/withdrawalsUnpriced.integration.test.ts',
      'is looked at by a person, however little it is, and takes nothing of the day’s limit',
    ],
    [
      'what has no price pays no overdue debt',
      'tests/loans/loansEdges.integration.test.ts',
      'though money without a market lies there: nobody says what it is worth',
    ],
    [
      'the fee is in the amount that is withdrawn',
      'tests/withdrawals/withdrawals.integration.test.ts',
      '500 with a fee of 1: 499 arrive, and every leg says where it went',
    ],
    ['what leaves in a day has a limit', 'tests/withdrawals/withdrawals.integration.test.ts', '32 together cannot exceed the daily limit'],
    [
      'less than 1,000 a day goes to new addresses',
      'tests/withdrawals/withdrawals.integration.test.ts',
      'with a second factor less than 1,000 USDT a day go there at once, after a look of a reviewer',
    ],
    [
      'up to 1,000 leaves without a review',
      'tests/withdrawals/withdrawals.integration.test.ts',
      'what nobody needs to look at is at most 1,000 USDT',
    ],
  ]),
  ...rules('withdrawals', 'loans', [
    [
      'what is overdue stays',
      'tests/loans/loansHeld.integration.test.ts',
      'keeps what is overdue and not a cent more, at the preview and when it is asked for',
    ],
  ]),
  ...rules('own limits', 'protection', [
    [
      'a looser limit that is only asked for earns no voucher',
      'tests/levels/benefits.integration.test.ts',
      'a limit that was only asked to be looser is none that was set; one that counts is',
    ],
    [
      'a loss limit counts losses, fees and open stakes',
      'tests/limits/limits.integration.test.ts',
      'a loss limit counts realised losses, fees and open stakes of the real book, and ends with its day',
    ],
    [
      'timed contracts have a limit of stakes and of losses',
      'tests/limits/limits.integration.test.ts',
      'second contracts with real money: 200 at most, 500 staked and 200 lost a day, 30 s between',
    ],
  ]),
  ...rules('double entry', 'ledger', [
    ['a posting that does not balance books nothing', 'server/ledger/ledger.test.ts', 'that %s books nothing'],
    [
      'the database refuses a posting that does not balance',
      'server/ledger/ledger.test.ts',
      'is refused by the database too when its legs do not sum to zero',
    ],
    ['the database refuses to change what was posted', 'server/ledger/ledger.test.ts', 'refuses: %s'],
    [
      'an amount has eight decimals, all of them posted',
      'tests/swap/swap.integration.test.ts',
      'F2 then F1: quoted, done, booked in both currencies, valued at mid',
    ],
    ['no bucket goes below zero', 'server/ledger/ledger.test.ts', 'with more than there is names what is missing'],
    [
      'each invariant that is broken is found by the nightly check',
      'server/ledger/checks/nightlyCheck.test.ts',
      '%s by hand (%s) is found, named and stops what opens',
    ],
    [
      'a broken ledger stops openings and payouts, never closings',
      'tests/ledger/ledgerHalt.integration.test.ts',
      'a broken ledger stops what opens and what is paid out, never what closes, stops, settles and cancels, until a check holds',
    ],
  ]),
  ...rules('once', 'wire', [
    ['the same request twice is one order', 'server/http/idempotency.test.ts', 'fifty at the same moment have one effect and one answer'],
    [
      'the same order within three seconds is asked about',
      'server/http/idempotency.test.ts',
      'the same order under a new id within three seconds',
    ],
    [
      'a confirmation is used by one order',
      'server/http/idempotency.test.ts',
      'a confirm token is used by one order, and free again when that is refused',
    ],
  ]),
  ...rules('whose it is', 'wire', [
    ['nobody without a session moves anything', 'tests/tables/authorization.test.ts', 'answers %s as the table says'],
    [
      'somebody else’s id is as unknown as none',
      'tests/tables/authorization.test.ts',
      '%s answers as if it were not there, and nothing changes',
    ],
    [
      'nobody adds margin to somebody else’s position',
      'tests/trading/tradingOrders.integration.test.ts',
      'is refused beyond the balance, beyond eight decimals, on others’ and on closed positions',
    ],
    [
      'somebody else’s spot order is not cancelled',
      'tests/spot/spotOrders.integration.test.ts',
      'is as unknown as none to anybody else, and waits on',
    ],
    [
      'somebody else’s position is not closed',
      'tests/trading/trading.integration.test.ts',
      'someone else’s position, and no position, are not found',
    ],
  ]),
  ...rules('rounding', 'time-and-numbers', [
    ['an ask goes up to the tick, a bid down', 'src/rules/position.test.ts', 'between two ticks the ask goes up and the bid down'],
    ['what comes is cut at eight decimals', 'src/rules/swap.test.ts', 'nothing is won by going round, whatever the size'],
    ['a sum is shown with the decimals of its currency', 'src/rules/balance.test.ts', 'says the decimals of each currency that are shown'],
    ['no cost is shown as less than what is paid', 'src/i18n/cost.test.ts', 'shows no cost as less than what is paid'],
  ]),
  ...rules('rounding', 'spot', [
    ['what is paid for a quantity is rounded up', 'src/rules/spot.test.ts', 'never sells for nothing what it would not buy for nothing'],
  ]),
  ...rules('rounding', 'contracts', [
    [
      'a liquidation price is rounded toward the entry',
      'src/rules/position.test.ts',
      'a liquidation price between two steps is rounded toward the entry',
    ],
  ]),
]
