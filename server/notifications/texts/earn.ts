import type { NoticeTexts } from './shape.ts'

/** Products, lending to projects, new tokens and loans. */
export const earnNoticeTexts = {
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
} as const satisfies NoticeTexts
