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
  newSignIn: {
    title: /*i18n*/ { id: 'notice.newSignIn', message: 'A new device signed in: {device}' },
    content: /*i18n*/ {
      id: 'notice.newSignInText',
      message: 'From the network {ip}. If this was not you, say so and change your password.',
    },
  },
  signInDisowned: {
    title: /*i18n*/ { id: 'notice.signInDisowned', message: 'You said that a sign-in was not you: {device}' },
    content: /*i18n*/ {
      id: 'notice.signInDisownedText',
      message: 'It was signed out. New withdrawal addresses have to wait 24 hours. Change your password now.',
    },
  },
  signInAdded: {
    title: /*i18n*/ { id: 'notice.signInAdded', message: '{account} can sign in to your account now' },
    content: /*i18n*/ { id: 'notice.signInAddedText', message: 'If you did not add it, end the other sessions and change your password.' },
  },
  signInRemoved: {
    title: /*i18n*/ { id: 'notice.signInRemoved', message: '{account} can no longer sign in to your account' },
    content: /*i18n*/ { id: 'notice.passkeyRemovedText', message: 'New withdrawal addresses have to wait 24 hours.' },
  },
  passkeyStepOn: {
    title: /*i18n*/ { id: 'mail.passkeyStepOn', message: 'Signing in now asks for a passkey' },
    content: /*i18n*/ { id: 'mail.passkeyStepOnText', message: 'All other devices were signed out.' },
  },
  passkeyStepOff: {
    title: /*i18n*/ { id: 'mail.passkeyStepOff', message: 'Signing in no longer asks for a passkey' },
    content: /*i18n*/ {
      id: 'mail.passkeyStepOffText',
      message: 'All other devices were signed out. New withdrawal addresses have to wait 72 hours.',
    },
  },
  phraseChanged: {
    title: /*i18n*/ { id: 'notice.phraseChanged', message: 'Your anti-phishing phrase was changed' },
    content: /*i18n*/ { id: 'notice.phraseChangedText', message: 'Every mail from us carries it. One without it is not from us.' },
  },
  phraseRemoved: {
    title: /*i18n*/ { id: 'notice.phraseRemoved', message: 'Your anti-phishing phrase was removed' },
    content: /*i18n*/ { id: 'notice.phraseRemovedText', message: 'Mails from us no longer carry it.' },
  },
  carriedOver: {
    title: /*i18n*/ { id: 'notice.carriedOver', message: 'Your paper ledger was carried over' },
    content: /*i18n*/ { id: 'notice.carriedOverText', message: 'Result of closed trades: {result} USDT. Rows left behind: {left}.' },
  },
  adjusted: {
    title: /*i18n*/ { id: 'notice.adjusted', message: 'Your balance was corrected: {amount} {currency}' },
    content: /*i18n*/ { id: 'notice.adjustedText', message: 'Two members of our staff agreed to it. The reason they gave: {reason}' },
  },
  passkeyAdded: {
    title: /*i18n*/ { id: 'notice.passkeyAdded', message: 'A passkey was added: {name}' },
    content: /*i18n*/ { id: 'notice.passkeyAddedText', message: 'It signs in to your account. If that was not you, remove it now.' },
  },
  passkeyRemoved: {
    title: /*i18n*/ { id: 'notice.passkeyRemoved', message: 'A passkey was removed: {name}' },
    content: /*i18n*/ { id: 'notice.passkeyRemovedText', message: 'New withdrawal addresses have to wait 24 hours.' },
  },
  depositCredited: {
    title: /*i18n*/ { id: 'notice.depositCredited', message: '{money} {currency} arrived' },
    content: /*i18n*/ { id: 'notice.depositCreditedText', message: 'The deposit over {network} is credited and can be used.' },
  },
  depositRejected: {
    title: /*i18n*/ { id: 'notice.depositRejected', message: 'A deposit of {money} {currency} was not accepted' },
    content: /*i18n*/ { id: 'notice.depositRejectedText', message: 'The reason is beside the deposit. Nothing was booked.' },
  },
  depositFailed: {
    title: /*i18n*/ { id: 'notice.depositFailed', message: 'A deposit of {money} {currency} failed' },
    content: /*i18n*/ {
      id: 'notice.depositFailedText',
      message: 'The {network} network took the transfer back before it was confirmed. The coins are still with the sender.',
    },
  },
  addressAdded: {
    title: /*i18n*/ { id: 'mail.addressAdded', message: 'A withdrawal address was added' },
    content: /*i18n*/ {
      id: 'notice.wayOutAddedText',
      message: '{account}. If this was not you, remove it and change your password.',
    },
  },
  accountAdded: {
    title: /*i18n*/ { id: 'mail.accountAdded', message: 'A bank account was added' },
    content: /*i18n*/ {
      id: 'notice.wayOutAddedText',
      message: '{account}. If this was not you, remove it and change your password.',
    },
  },
  withdrawalRequested: {
    title: /*i18n*/ { id: 'mail.withdrawalRequested', message: 'You asked for a withdrawal of {amount} {currency}' },
    content: /*i18n*/ {
      id: 'mail.withdrawalRequestedText',
      message: 'It goes to {address}. Until it is on its way you can cancel it in the app.',
    },
  },
  withdrawalPaid: {
    title: /*i18n*/ { id: 'notice.withdrawalPaid', message: '{amount} {currency} was sent' },
    content: /*i18n*/ { id: 'notice.withdrawalPaidText', message: 'Your withdrawal to {place} is complete.' },
  },
  withdrawalRejected: {
    title: /*i18n*/ { id: 'notice.withdrawalRejected', message: 'Your withdrawal of {amount} {currency} was not carried out' },
    content: /*i18n*/ {
      id: 'notice.withdrawalRejectedText',
      message: 'All of it, the fee included, is back in your balance. Open it for the reason and what to do.',
    },
  },
  withdrawalLate: {
    title: /*i18n*/ { id: 'notice.withdrawalLate', message: 'Your withdrawal of {amount} {currency} took us too long' },
    content: /*i18n*/ {
      id: 'notice.withdrawalLateText',
      message: 'It should have been decided by now. It was passed on, counts in our public figures, and approves itself in two days.',
    },
  },
  withdrawalHeld: {
    title: /*i18n*/ { id: 'notice.withdrawalHeld', message: 'An authority holds your withdrawal of {amount} {currency}' },
    content: /*i18n*/ { id: 'notice.withdrawalHeldText', message: 'Its reference is {reference}.' },
  },
  passwordChanged: {
    title: /*i18n*/ { id: 'notice.passwordChanged', message: 'Your password was changed' },
    content: /*i18n*/ {
      id: 'notice.passwordChangedText',
      message: 'All other devices were signed out. New withdrawal addresses have to wait 24 hours.',
    },
  },
  passwordReset: {
    title: /*i18n*/ { id: 'notice.passwordReset', message: 'Your password was set anew' },
    content: /*i18n*/ {
      id: 'notice.passwordResetText',
      message: 'All devices were signed out. New withdrawal addresses have to wait 24 hours.',
    },
  },
  totpBound: {
    title: /*i18n*/ { id: 'notice.totpBound', message: 'An authenticator was added' },
    content: /*i18n*/ { id: 'notice.totpBoundText', message: 'From now on signing in asks for its code too.' },
  },
  totpUnbound: {
    title: /*i18n*/ { id: 'notice.totpUnbound', message: 'The authenticator was removed' },
    content: /*i18n*/ {
      id: 'notice.totpUnboundText',
      message: 'Signing in no longer asks for its code. New withdrawal addresses have to wait 72 hours.',
    },
  },
  safePasswordSet: {
    title: /*i18n*/ { id: 'notice.safePasswordSet', message: 'Your withdrawal password was set' },
    content: /*i18n*/ { id: 'notice.safePasswordSetText', message: 'It is asked for when money leaves your account.' },
  },
  safePasswordChanged: {
    title: /*i18n*/ { id: 'notice.safePasswordChanged', message: 'Your withdrawal password was changed' },
    content: /*i18n*/ {
      id: 'notice.safePasswordChangedText',
      message: 'All other devices were signed out. New withdrawal addresses have to wait.',
    },
  },
  kycAuthorised: {
    title: /*i18n*/ { id: 'notice.kycAuthorised', message: 'Your identity is verified' },
    content: /*i18n*/ { id: 'notice.kycAuthorisedText', message: 'Deposits, withdrawals and the real book are open to you.' },
  },
  kycAdvancedAuthorised: {
    title: /*i18n*/ { id: 'notice.kycAdvancedAuthorised', message: 'Your advanced verification is done' },
    content: /*i18n*/ { id: 'notice.kycAdvancedAuthorisedText', message: 'Higher limits hold from now on.' },
  },
  kycRejected: {
    title: /*i18n*/ { id: 'notice.kycRejected', message: 'Your papers could not be accepted yet' },
    content: /*i18n*/ { id: 'notice.kycRejectedText', message: 'See what to change; you can hand them in again at once.' },
  },
  kycAdvancedRejected: {
    title: /*i18n*/ { id: 'notice.kycAdvancedRejected', message: 'Your advanced verification needs a change' },
    content: /*i18n*/ { id: 'notice.kycAdvancedRejectedText', message: 'See what to change; you can hand it in again at once.' },
  },
  kycExpired: {
    title: /*i18n*/ { id: 'notice.kycExpired', message: 'Your document is no longer valid' },
    content: /*i18n*/ {
      id: 'notice.kycExpiredText',
      message: 'Please hand in a new one within 60 days. Withdrawals to your known addresses stay open whatever happens.',
    },
  },
  productEnded: {
    title: /*i18n*/ { id: 'notice.productEnded', message: '{name} has ended: {returned} {currency} came back' },
    content: /*i18n*/ { id: 'notice.productEndedText', message: 'It brought {income} {incomeCurrency} in all.' },
  },
  minerEnded: {
    title: /*i18n*/ { id: 'notice.minerEnded', message: '{name}: the term is over' },
    content: /*i18n*/ {
      id: 'notice.minerEndedText',
      message: 'It brought {income} {incomeCurrency} in all. The price of a machine does not come back.',
    },
  },
  debtStarted: {
    title: /*i18n*/ { id: 'notice.debtStarted', message: '{name} is fully funded' },
    content: /*i18n*/ { id: 'notice.debtStartedText', message: 'The borrower has the money. Interest counts from {day}.' },
  },
  debtFailed: {
    title: /*i18n*/ { id: 'notice.debtFailed', message: '{name} was not fully funded: {returned} {currency} came back' },
    content: /*i18n*/ { id: 'notice.debtFailedText', message: 'That is all you put in. Nothing is charged.' },
  },
  debtLate: {
    title: /*i18n*/ { id: 'notice.debtLate', message: '{name}: the borrower is late' },
    content: /*i18n*/ {
      id: 'notice.debtLateText',
      message: 'The repayment that was due on {day} has not come in. After 30 days it counts as a default.',
    },
  },
  debtDefaulted: {
    title: /*i18n*/ { id: 'notice.debtDefaulted', message: '{name}: the borrower has defaulted' },
    content: /*i18n*/ {
      id: 'notice.debtDefaultedText',
      message: 'What can be recovered is shared among all who lent, by what each is owed. It can be less than you put in, or nothing.',
    },
  },
  debtRecovered: {
    title: /*i18n*/ { id: 'notice.debtRecovered', message: '{name}: {amount} {currency} were recovered for you' },
    content: /*i18n*/ { id: 'notice.debtRecoveredText', message: 'It is your share of what came in. More may follow.' },
  },
  debtClosed: {
    title: /*i18n*/ { id: 'notice.debtClosed', message: '{name} is closed: {amount} {currency} came in last' },
    content: /*i18n*/ { id: 'notice.debtClosedText', message: 'Nothing more will come. What came back in all is beside the order.' },
  },
  productLeft: {
    title: /*i18n*/ { id: 'notice.productLeft', message: 'You left {name}: {returned} {currency} came back' },
    content: /*i18n*/ { id: 'notice.productLeftText', message: 'The fee for leaving was {fee} {currency}.' },
  },
  productShort: {
    title: /*i18n*/ { id: 'notice.productShort', message: '{name}: {percent}% of the income of {day} was paid' },
    content: /*i18n*/ {
      id: 'notice.productShortText',
      message: 'The reserve was too small for everybody, so everybody got the same share. New sales wait. What you put in is as it was.',
    },
  },
  productFrozen: {
    title: /*i18n*/ { id: 'notice.productFrozen', message: '{name} is frozen until {until}' },
    content: /*i18n*/ {
      id: 'notice.productFrozenText',
      message: 'The reason is beside the order. Its income goes on and waits with it.',
    },
  },
  productUnfrozen: {
    title: /*i18n*/ { id: 'notice.productUnfrozen', message: '{name} is no longer frozen' },
    content: /*i18n*/ { id: 'notice.productUnfrozenText', message: 'What it brought meanwhile is in your balance.' },
  },
  ieoWon: {
    title: /*i18n*/ { id: 'notice.ieoWon', message: '{name}: you won {num} {token}' },
    content: /*i18n*/ {
      id: 'notice.ieoWonText',
      message: 'All of it costs {amount} {currency}. Pay for all or a part until {until}; the rest lapses without a charge.',
    },
  },
  ieoNotWon: {
    title: /*i18n*/ { id: 'notice.ieoNotWon', message: '{name}: nothing was drawn for you' },
    content: /*i18n*/ { id: 'notice.ieoNotWonText', message: 'Your application cost nothing. You can draw again in the app to check.' },
  },
  ieoLapsed: {
    title: /*i18n*/ { id: 'notice.ieoLapsed', message: '{name}: {num} {token} lapsed' },
    content: /*i18n*/ { id: 'notice.ieoLapsedText', message: 'They were not paid for in time. Nothing is charged.' },
  },
  ieoUnlocked: {
    title: /*i18n*/ { id: 'notice.ieoUnlocked', message: '{name}: {num} {token} are free' },
    content: /*i18n*/ { id: 'notice.ieoUnlockedText', message: 'Still locked, by the schedule: {left} {token}.' },
  },
  ieoRefunded: {
    title: /*i18n*/ { id: 'notice.ieoRefunded', message: '{name} was called off: {amount} {currency} came back' },
    content: /*i18n*/ { id: 'notice.ieoRefundedText', message: 'That is all you paid. The reason given: {reason}' },
  },
  ieoCalledOff: {
    title: /*i18n*/ { id: 'notice.ieoCalledOff', message: '{name} was called off' },
    content: /*i18n*/ { id: 'notice.ieoCalledOffText', message: 'You paid nothing and owe nothing. The reason given: {reason}' },
  },
  loanPaidOut: {
    title: /*i18n*/ { id: 'notice.loanPaidOut', message: 'Your loan of {amount} {currency} was paid out' },
    content: /*i18n*/ {
      id: 'notice.loanPaidOutText',
      message: 'It is due on {due}. Within 24 hours you can give it back without interest.',
    },
  },
  loanRejected: {
    title: /*i18n*/ { id: 'notice.loanRejected', message: 'Your loan of {amount} {currency} was not granted' },
    content: /*i18n*/ { id: 'notice.loanRejectedText', message: 'The reason is beside the application. Nothing was charged.' },
  },
  loanDueSoon: {
    title: /*i18n*/ { id: 'notice.loanDueSoon', message: 'Your loan is due on {due}' },
    content: /*i18n*/ { id: 'notice.loanDueSoonText', message: '{amount} {currency} are then to be repaid.' },
  },
  loanOverdue: {
    title: /*i18n*/ { id: 'notice.loanOverdue', message: 'Your loan is overdue: {amount} {currency}' },
    content: /*i18n*/ {
      id: 'notice.loanOverdueText',
      message:
        'Notice {notice} of 3. Late interest begins on {late}. From {debit} on your USDT balance may be debited, up to what is overdue.',
    },
  },
  loanDebited: {
    title: /*i18n*/ { id: 'notice.loanDebited', message: '{amount} {currency} were debited for an overdue loan' },
    content: /*i18n*/ { id: 'notice.loanDebitedText', message: 'Still open: {left} {currency}.' },
  },
  loanCalled: {
    title: /*i18n*/ { id: 'notice.loanCalled', message: 'The collateral of your loan grows thin: {coin} is at {price}' },
    content: /*i18n*/ {
      id: 'notice.loanCalledText',
      message: 'At {liqPrice} {currency} as much of it is sold as repays the loan. Add collateral or repay a part to lower that price.',
    },
  },
  loanSold: {
    title: /*i18n*/ { id: 'notice.loanSold', message: '{sold} {coin} of your collateral were sold to repay your loan' },
    content: /*i18n*/ { id: 'notice.loanSoldText', message: 'The price was {price} {currency}. {back} {coin} came back to your balance.' },
  },
  competitionEnded: {
    title: /*i18n*/ { id: 'notice.competitionEnded', message: '{name}: you came {rank} of {of}' },
    content: /*i18n*/ { id: 'notice.competitionEndedText', message: 'The competition is over and its table is final.' },
  },
  competitionPrize: {
    title: /*i18n*/ { id: 'notice.competitionPrize', message: '{name}: you won {prize} USDT' },
    content: /*i18n*/ { id: 'notice.competitionPrizeText', message: 'Your place was {rank}. The prize is in your balance.' },
  },
  competitionSelfCrossing: {
    title: /*i18n*/ { id: 'notice.competitionSelfCrossing', message: '{name}: you were taken out of the competition' },
    content: /*i18n*/ {
      id: 'notice.competitionSelfCrossingText',
      message:
        'The reason is opposite trades of accounts that belong together. Everybody can read it in the table. If this is wrong, write to us.',
    },
  },
  competitionManyAccounts: {
    title: /*i18n*/ { id: 'notice.competitionManyAccounts', message: '{name}: you were taken out of the competition' },
    content: /*i18n*/ {
      id: 'notice.competitionManyAccountsText',
      message: 'The reason is several accounts of one person. Everybody can read it in the table. If this is wrong, write to us.',
    },
  },
  levelUp: {
    title: /*i18n*/ { id: 'notice.levelUp', message: 'Your level is now {level}, {name}' },
    content: /*i18n*/ { id: 'notice.levelUpText', message: 'Your net assets averaged {average} USDT over three days.' },
  },
  levelFalling: {
    title: /*i18n*/ { id: 'notice.levelFalling', message: 'Your level would change to {level}, {name}, on {day}' },
    content: /*i18n*/ {
      id: 'notice.levelFallingText',
      message:
        'Your net assets averaged {average} USDT over 14 days. Your level is kept if the average recovers before then. There is nothing you have to do.',
    },
  },
  levelKept: {
    title: /*i18n*/ { id: 'notice.levelKept', message: 'You keep your level {level}, {name}' },
    content: /*i18n*/ { id: 'notice.levelKeptText', message: 'Your average has recovered. The change we announced is called off.' },
  },
  levelDown: {
    title: /*i18n*/ { id: 'notice.levelDown', message: 'Your level is now {level}, {name}' },
    content: /*i18n*/ {
      id: 'notice.levelDownText',
      message: 'Your net assets averaged {average} USDT over 14 days. All your money stays as it is.',
    },
  },
  levelBonus: {
    title: /*i18n*/ { id: 'notice.levelBonus', message: 'A bonus of {amount} USDT for level {level}' },
    content: /*i18n*/ { id: 'notice.levelBonusText', message: 'It is in your balance. You can use or withdraw it at any time.' },
  },
  envelope: {
    title: /*i18n*/ { id: 'notice.envelope', message: 'Your Monday envelope: {amount} USDT' },
    content: /*i18n*/ { id: 'notice.envelopeText', message: 'It is in your balance. You can use or withdraw it at any time.' },
  },
  teamIncome: {
    title: /*i18n*/ { id: 'notice.teamIncome', message: 'Your team brought you {amount} USDT' },
    content: /*i18n*/ {
      id: 'notice.teamIncomeText',
      message: 'It is your share of the trading fees that people you invited paid on {day}.',
    },
  },
  taskDone: {
    title: /*i18n*/ { id: 'notice.taskDone', message: 'A task is done and its reward is waiting' },
    content: /*i18n*/ { id: 'notice.taskDoneText', message: 'You can collect it under Benefits. It does not expire.' },
  },
  exportReady: {
    title: /*i18n*/ { id: 'notice.exportReady', message: 'The copy of your data is ready' },
    content: /*i18n*/ { id: 'notice.exportReadyText', message: 'You can fetch it for 24 hours.' },
  },
  deletionAsked: {
    title: /*i18n*/ { id: 'notice.deletionAsked', message: 'Your account will be deleted in 14 days' },
    content: /*i18n*/ {
      id: 'notice.deletionAskedText',
      message: 'Until then you can undo it. Was this not you? Undo it and change your password.',
    },
  },
  deletionUndone: {
    title: /*i18n*/ { id: 'notice.deletionUndone', message: 'Your account will not be deleted' },
    content: /*i18n*/ { id: 'notice.deletionUndoneText', message: 'The deletion was undone.' },
  },
  deletionWaits: {
    title: /*i18n*/ { id: 'notice.deletionWaits', message: 'Your account could not be deleted yet' },
    content: /*i18n*/ {
      id: 'notice.deletionWaitsText',
      message: 'Money or an order is still here. Take it out; we try again every day until you undo the deletion.',
    },
  },
  supportAnswered: {
    title: /*i18n*/ { id: 'notice.supportAnswered', message: 'We answered you: {title}' },
    content: /*i18n*/ { id: 'notice.supportAnsweredText', message: 'You can read the answer and reply in Live chat.' },
  },
  sampleSystem: {
    title: /*i18n*/ { id: 'notice.sampleSystem', message: 'Sample: a new device signed in' },
    content: /*i18n*/ {
      id: 'notice.sampleSystemText',
      message: 'This did not happen. News of your account and its safety will be here. It leads to your devices.',
    },
  },
  sampleTask: {
    title: /*i18n*/ { id: 'notice.sampleTask', message: 'Sample: a task is done and its reward is waiting' },
    content: /*i18n*/ {
      id: 'notice.sampleTaskText',
      message: 'This did not happen. News of verification, tasks and competitions will be here. It leads to your benefits.',
    },
  },
  sampleTransaction: {
    title: /*i18n*/ { id: 'notice.sampleTransaction', message: 'Sample: a deposit arrived' },
    content: /*i18n*/ {
      id: 'notice.sampleTransactionText',
      message:
        'This did not happen and nothing was booked. News of orders, deposits and withdrawals will be here. It leads to your records.',
    },
  },
} as const satisfies Record<string, { title: Text; content: Text }>

export type NoticeKind = keyof typeof noticeWords
