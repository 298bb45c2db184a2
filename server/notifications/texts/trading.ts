import type { NoticeTexts } from './shape.ts'

/** What a price, an order or a position brought about, and what became of a demo book. */
export const tradingNoticeTexts = {
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
  feedStale: {
    title: /*i18n*/ { id: 'notice.feedStale', message: '{pair}: no new price at the moment' },
    content: /*i18n*/ {
      id: 'notice.feedStaleText',
      message:
        'The last price is more than a minute old. Until a new one comes nothing is opened or closed here. If you close your position now, it is closed at the next price.',
    },
  },
  closedOut: {
    title: /*i18n*/ { id: 'notice.closedOut', message: '{pair} was closed: the margin was not enough' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  lossStopped: {
    title: /*i18n*/ { id: 'notice.lossStopped', message: '{pair}: your stop loss was reached' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  profitTaken: {
    title: /*i18n*/ { id: 'notice.profitTaken', message: '{pair}: your take profit was reached' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  positionClosed: {
    title: /*i18n*/ { id: 'notice.positionClosed', message: '{pair} was closed, as you asked' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  closedWithMarket: {
    title: /*i18n*/ { id: 'notice.closedWithMarket', message: '{pair}: your position was closed at the last price of its market' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  marketEnds: {
    title: /*i18n*/ { id: 'notice.marketEnds', message: 'Trading in {pair} ends for good on {day}' },
    content: /*i18n*/ {
      id: 'notice.marketEndsText',
      message:
        'Until {time} (UTC+8) you can close what you have there yourself. In that second all that is still open is closed at the recorded price; waiting orders and price alerts end.',
    },
  },
  coinMarketEnds: {
    title: /*i18n*/ { id: 'notice.marketEnds', message: 'Trading in {pair} ends for good on {day}' },
    content: /*i18n*/ {
      id: 'notice.coinMarketEndsText',
      message:
        'Until {time} (UTC+8) you can close what you have there yourself. In that second all that is still open is closed at the recorded price; waiting orders and price alerts end. Coins that you hold stay yours: you can withdraw them, but no longer sell or swap them here.',
    },
  },
  marketEndsSoon: {
    title: /*i18n*/ { id: 'notice.marketEndsSoon', message: 'Within a day trading in {pair} ends for good' },
    content: /*i18n*/ {
      id: 'notice.marketEndsText',
      message:
        'Until {time} (UTC+8) you can close what you have there yourself. In that second all that is still open is closed at the recorded price; waiting orders and price alerts end.',
    },
  },
  coinMarketEndsSoon: {
    title: /*i18n*/ { id: 'notice.marketEndsSoon', message: 'Within a day trading in {pair} ends for good' },
    content: /*i18n*/ {
      id: 'notice.coinMarketEndsText',
      message:
        'Until {time} (UTC+8) you can close what you have there yourself. In that second all that is still open is closed at the recorded price; waiting orders and price alerts end. Coins that you hold stay yours: you can withdraw them, but no longer sell or swap them here.',
    },
  },
  marketStays: {
    title: /*i18n*/ { id: 'notice.marketStays', message: 'Trading in {pair} goes on' },
    content: /*i18n*/ {
      id: 'notice.marketStaysText',
      message: 'We told you that it would end on {day}. That was called off: nothing changes for what you have there.',
    },
  },
  limitFilled: {
    title: /*i18n*/ { id: 'notice.limitFilled', message: '{pair}: your limit order was filled' },
    content: /*i18n*/ { id: 'notice.limitFilledText', message: 'The position was opened at {price}. The fee was {fee} USDT.' },
  },
  limitNotFilled: {
    title: /*i18n*/ { id: 'notice.limitNotFilled', message: '{pair}: your limit order was not filled' },
    content: /*i18n*/ {
      id: 'notice.limitNotFilledText',
      message: 'The order at {price} was cancelled. All that was set aside came back. The reason is beside the order.',
    },
  },
  orderCancelledBreak: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledBreakText',
      message: 'Your break keeps new orders away. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  orderCancelledVerification: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledVerificationText',
      message:
        'Your identity document is no longer valid. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  orderCancelledCountry: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledCountryText',
      message:
        'The rules of your country do not allow this order. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  orderCancelledHalt: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledHaltText',
      message:
        'This market takes no new orders at the moment. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  orderCancelledLimit: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledLimitText',
      message:
        'A limit that you set for yourself was reached. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  orderCancelledRule: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledRuleText',
      message:
        'The rules that hold now do not allow it any more. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  orderCancelledMarket: {
    title: /*i18n*/ { id: 'notice.orderCancelled', message: '{pair}: your waiting order was cancelled' },
    content: /*i18n*/ {
      id: 'notice.orderCancelledMarketText',
      message: 'This market was closed for good. The order at {price} will not be filled. All that was set aside for it came back.',
    },
  },
  optionPaid: {
    title: /*i18n*/ { id: 'notice.optionPaid', message: 'Your option on {base} at {strike} paid {returned} USDT' },
    content: /*i18n*/ { id: 'notice.optionSettledText', message: 'It expired at a settlement price of {price}.' },
  },
  optionWorthless: {
    title: /*i18n*/ { id: 'notice.optionWorthless', message: 'Your option on {base} at {strike} expired without a payoff' },
    content: /*i18n*/ { id: 'notice.optionSettledText', message: 'It expired at a settlement price of {price}.' },
  },
  optionVoid: {
    title: /*i18n*/ { id: 'notice.optionVoid', message: 'Your option on {base} at {strike} is void' },
    content: /*i18n*/ {
      id: 'notice.optionVoidText',
      message: 'Too few prices were recorded before it expired. Premium and fee came back.',
    },
  },
  optionSold: {
    title: /*i18n*/ { id: 'notice.optionSold', message: 'Your option on {base} at {strike} was sold back, as you asked' },
    content: /*i18n*/ { id: 'notice.closedOutText', message: 'It was closed at {price}. {returned} USDT came back to your balance.' },
  },
  optionEndedWithMarket: {
    title: /*i18n*/ {
      id: 'notice.optionEndedWithMarket',
      message: 'Your option on {base} at {strike} was sold back, as its market ended',
    },
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
} as const satisfies NoticeTexts
