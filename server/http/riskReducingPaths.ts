import { contract } from '#contract/contract.ts'

const { account, competitions, ieo, limits, loans, products, trading, withdrawals } = contract

/** Calls by which somebody closes, cancels, repays, raises protection or goes (docs/rules/wire.md): never refused for others' sake. */
export const riskReducingPaths: ReadonlySet<string> = new Set(
  [
    trading.closePosition,
    trading.closePart,
    trading.cancelLimit,
    trading.setStops,
    trading.addMargin,
    loans.repayLoan,
    loans.addCollateral,
    loans.returnLoan,
    loans.cancelLoan,
    withdrawals.cancel,
    products.cancelProductOrder,
    products.exitProductOrder,
    ieo.cancelIeoOrder,
    competitions.exit,
    limits.set,
    limits.timeout,
    limits.selfExclude,
    account.signOut,
  ].map(({ path }) => path),
)
