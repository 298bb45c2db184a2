import type { Text } from './i18n.ts'

/** Every notice that an inbox can hold, by its kind. `{name}` is filled from the notice's params, for whoever reads, in their language. */
export const noticeWords = {
  alertAbove: {
    title: /*i18n*/ { id: 'notice.alertAbove', message: '{pair} is at or above {price}' },
    content: /*i18n*/ { id: 'notice.alertAboveText', message: 'The price was {seen} when your alert looked.' },
  },
  alertBelow: {
    title: /*i18n*/ { id: 'notice.alertBelow', message: '{pair} is at or below {price}' },
    content: /*i18n*/ { id: 'notice.alertBelowText', message: 'The price was {seen} when your alert looked.' },
  },
  margin80: {
    title: /*i18n*/ { id: 'notice.margin80', message: '{pair}: the margin grows thin' },
    content: /*i18n*/ { id: 'notice.margin80Text', message: '{ratio}% of the margin was left. At 50% the position is closed.' },
  },
  margin65: {
    title: /*i18n*/ { id: 'notice.margin65', message: '{pair}: little margin is left' },
    content: /*i18n*/ { id: 'notice.margin65Text', message: '{ratio}% of the margin was left. At 50% the position is closed.' },
  },
  chargedMargin: {
    title: /*i18n*/ { id: 'notice.chargedMargin', message: '{pair}: a charge was taken from the margin' },
    content: /*i18n*/ {
      id: 'notice.chargedMarginText',
      message: 'Funding or overnight was due and the balance was too small. The price at which the position is closed moved nearer.',
    },
  },
  closedOut: {
    title: /*i18n*/ { id: 'notice.closedOut', message: '{pair} was closed: the margin was not enough' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  spotBought: {
    title: /*i18n*/ { id: 'notice.spotBought', message: 'Your limit order was filled: {quantity} {base} bought' },
    content: /*i18n*/ { id: 'notice.spotBoughtText', message: 'The price was {price} USDT, the fee {fee} USDT.' },
  },
  spotSold: {
    title: /*i18n*/ { id: 'notice.spotSold', message: 'Your limit order was filled: {quantity} {base} sold' },
    content: /*i18n*/ { id: 'notice.spotSoldText', message: 'The price was {price} USDT, the fee {fee} USDT.' },
  },
  spotExpired: {
    title: /*i18n*/ { id: 'notice.spotExpired', message: 'Your limit order for {base} waited 30 days' },
    content: /*i18n*/ {
      id: 'notice.spotExpiredText',
      message: 'The price of {price} USDT was not reached. All that was set aside came back.',
    },
  },
  demoReset: {
    title: /*i18n*/ { id: 'notice.demoReset', message: 'Your demo book began anew' },
    content: /*i18n*/ {
      id: 'notice.demoResetText',
      message: 'It holds 100,000 USDT again. Positions and orders that were ended: {ended}.',
    },
  },
  carriedOver: {
    title: /*i18n*/ { id: 'notice.carriedOver', message: 'Your paper ledger was carried over' },
    content: /*i18n*/ { id: 'notice.carriedOverText', message: 'Result of closed trades: {result} USDT. Rows left behind: {left}.' },
  },
  adjusted: {
    title: /*i18n*/ { id: 'notice.adjusted', message: 'Your balance was corrected: {amount} {currency}' },
    content: /*i18n*/ { id: 'notice.adjustedText', message: 'Two members of our staff agreed to it. The reason they gave: {reason}' },
  },
} as const satisfies Record<string, { title: Text; content: Text }>

export type NoticeKind = keyof typeof noticeWords
