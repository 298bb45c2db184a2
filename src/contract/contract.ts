import { access } from './calls/access.ts'
import { account } from './calls/account.ts'
import { alerts } from './calls/alerts.ts'
import { benefits } from './calls/benefits.ts'
import { competitions } from './calls/competitions.ts'
import { consents } from './calls/consents.ts'
import { content } from './calls/content.ts'
import { dataRights } from './calls/dataRights.ts'
import { demo } from './calls/demo.ts'
import { deposits } from './calls/deposits.ts'
import { factors } from './calls/factors.ts'
import { fairness } from './calls/fairness.ts'
import { favourites } from './calls/favourites.ts'
import { frame } from './calls/frame.ts'
import { ieo } from './calls/ieo.ts'
import { inbox } from './calls/inbox.ts'
import { levels } from './calls/levels.ts'
import { limits } from './calls/limits.ts'
import { loans } from './calls/loans.ts'
import { market } from './calls/market.ts'
import { options } from './calls/options.ts'
import { products } from './calls/products.ts'
import { profile } from './calls/profile.ts'
import { passkeys } from './calls/passkeys.ts'
import { push } from './calls/push.ts'
import { secondContracts } from './calls/secondContracts.ts'
import { settlement } from './calls/settlement.ts'
import { settings } from './calls/settings.ts'
import { signInMethods } from './calls/signInMethods.ts'
import { support } from './calls/support.ts'
import { swap } from './calls/swap.ts'
import { team } from './calls/team.ts'
import { trading } from './calls/trading.ts'
import { uploads } from './calls/uploads.ts'
import { verification } from './calls/verification.ts'
import { wallet } from './calls/wallet.ts'
import { withdrawals } from './calls/withdrawals.ts'

/** Table 2: every call, by domain word. The server, the worker's list, the table tests and the printed docs walk it. */
export const contract = {
  account,
  factors,
  access,
  profile,
  market,
  trading,
  options,
  secondContracts,
  swap,
  wallet,
  content,
  consents,
  settings,
  frame,
  fairness,
  settlement,
  alerts,
  favourites,
  inbox,
  push,
  demo,
  deposits,
  withdrawals,
  products,
  loans,
  ieo,
  competitions,
  levels,
  team,
  benefits,
  limits,
  uploads,
  verification,
  passkeys,
  signInMethods,
  support,
  dataRights,
}

export type CallDomain = keyof typeof contract
