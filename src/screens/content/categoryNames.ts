import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The help centre's parts, in the order in which a newcomer meets them, then those of news. */
export const articleCategoryNames: Record<string, MessageDescriptor> = {
  start: msg`Getting started`,
  security: msg`Security`,
  verification: msg`Verification`,
  money: msg`Money and records`,
  trading: msg`Trading`,
  earn: msg({ message: 'Earn', context: 'title of the screen' }),
  borrow: msg({ message: 'Borrow', context: 'title of the screen' }),
  growth: msg`Levels, team, competitions`,
  fairness: msg`Fair dealing`,
  agreement: msg`Agreements`,
  markets: msg`Markets`,
  crypto: msg`Crypto`,
  safety: msg`Staying safe`,
  product: msg`About Fairlead`,
}
