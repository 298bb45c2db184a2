/** Why an order is not taken: the market, the size, the price, and what protects who places it. */
export const tradingRefusals = {
  symbolUnknown: { code: 4601, message: /*i18n*/ { id: 'refusal.symbolUnknown', message: 'We do not list this market' } },
  symbolHalted: {
    code: 4602,
    message: /*i18n*/ {
      id: 'refusal.symbolHalted',
      message: 'New orders on {symbol} are paused. What is open can be closed as always.',
    },
  },
  ledgerHalted: {
    code: 4625,
    message: /*i18n*/ {
      id: 'refusal.ledgerHalted',
      message:
        'A check of our books found something that does not add up. Until it is resolved, nothing new opens and nothing is paid out. What is open can be closed as always.',
    },
  },
  marketSimulated: {
    code: 4603,
    message: /*i18n*/ { id: 'refusal.marketSimulated', message: 'Real money is not taken on simulated prices' },
  },
  leverageCap: { code: 4604, message: /*i18n*/ { id: 'refusal.leverageCap', message: 'The highest leverage here is {max}×' } },
  qtyStep: { code: 4605, message: /*i18n*/ { id: 'refusal.qtyStep', message: 'The quantity must be in steps of {step}, at least {min}' } },
  priceStep: { code: 4606, message: /*i18n*/ { id: 'refusal.priceStep', message: 'The price must be in steps of {step}' } },
  minNotional: { code: 4607, message: /*i18n*/ { id: 'refusal.minNotional', message: 'The order must be worth at least {min} USDT' } },
  marketClosed: { code: 4608, message: /*i18n*/ { id: 'refusal.marketClosed', message: 'This market is closed now' } },
  marketDelisted: {
    code: 4626,
    message: /*i18n*/ {
      id: 'refusal.marketDelisted',
      message: 'Trading in {symbol} ends for good. Nothing is taken here that would run beyond that.',
    },
  },
  optionExpired: {
    code: 4608,
    message: /*i18n*/ { id: 'refusal.optionExpired', message: 'This option is not sold any more: its expiry is near or past' },
  },
  priceMoved: { code: 4609, message: /*i18n*/ { id: 'refusal.priceMoved', message: 'The price moved to {price}. Nothing happened.' } },
  stopInvalid: {
    code: 4610,
    message: /*i18n*/ { id: 'refusal.stopInvalid', message: 'This take-profit or stop-loss is on the wrong side of the price' },
  },
  notRunning: { code: 4611, message: /*i18n*/ { id: 'refusal.notRunning', message: 'This position is already closed' } },
  settling: { code: 4612, message: /*i18n*/ { id: 'refusal.settling', message: 'This position is being closed at the next price' } },
  tooManyOpen: { code: 4614, message: /*i18n*/ { id: 'refusal.tooManyOpen', message: 'At most {max} can be open at once' } },
  userExposure: { code: 4614, message: /*i18n*/ { id: 'refusal.userExposure', message: 'This would be more than 50 times your assets' } },
  symbolExposure: {
    code: 4614,
    message: /*i18n*/ { id: 'refusal.symbolExposure', message: 'At most {max} can be open in this market, pending orders included' },
  },
  houseCapacity: { code: 4615, message: /*i18n*/ { id: 'refusal.houseCapacity', message: 'We cannot cover this order right now' } },
  quoteExpired: {
    code: 4613,
    message: /*i18n*/ { id: 'refusal.quoteExpired', message: 'This price is no longer valid. Nothing happened.' },
  },
  feedStale: {
    code: 4616,
    message: /*i18n*/ { id: 'refusal.feedStale', message: 'The price is {age} s old. New orders wait for a fresh one.' },
  },
  suitabilityRequired: {
    code: 4617,
    message: /*i18n*/ { id: 'refusal.suitabilityRequired', message: 'First answer the ten questions about risk' },
  },
  regionProduct: { code: 4618, message: /*i18n*/ { id: 'refusal.regionProduct', message: 'Not available in {place}' } },
  ownLimit: {
    code: 4619,
    message: /*i18n*/ { id: 'refusal.ownLimit', message: 'This is more than your limit leaves: {left} USDT' },
  },
  betweenOrders: {
    code: 4619,
    message: /*i18n*/ { id: 'refusal.betweenOrders', message: 'Take your time: the next order is possible in {seconds} s' },
  },
  selfExcluded: {
    code: 4620,
    message: /*i18n*/ {
      id: 'refusal.selfExcluded',
      message: 'You asked for a break. New orders wait until it is over; you can always close.',
    },
  },
  coolingOff: {
    code: 4621,
    message: /*i18n*/ { id: 'refusal.coolingOff', message: 'This opens a day after passing the questions about risk' },
  },
  quizLater: {
    code: 4621,
    message: /*i18n*/ { id: 'refusal.quizLater', message: 'The questions can be tried again later' },
  },
  recordNotSigned: {
    code: 4623,
    message: /*i18n*/ { id: 'refusal.recordNotSigned', message: 'This second is signed within {seconds} s. Please try again then.' },
  },
  confirmRequired: {
    code: 4622,
    message: /*i18n*/ { id: 'refusal.confirmRequired', message: 'Please look at the order again and confirm' },
  },
  tooManyDevices: {
    code: 4624,
    message: /*i18n*/ { id: 'refusal.tooManyDevices', message: 'Ten devices are told already. Sign out on one of them first.' },
  },
} as const
