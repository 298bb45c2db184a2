import type { NoticeTexts } from './shape.ts'

/** Money that came, money that goes, and where it may go. */
export const moneyNoticeTexts = {
  adjusted: {
    title: /*i18n*/ { id: 'notice.adjusted', message: 'Your balance was corrected: {amount} {currency}' },
    content: /*i18n*/ { id: 'notice.adjustedText', message: 'Two members of our staff agreed to it. The reason they gave: {reason}' },
  },
  depositCredited: {
    title: /*i18n*/ { id: 'notice.depositCredited', message: '{money} {currency} arrived' },
    content: /*i18n*/ { id: 'notice.depositCreditedText', message: 'The deposit over {network} is credited and can be used.' },
  },
  bankDepositCredited: {
    title: /*i18n*/ { id: 'notice.depositCredited', message: '{money} {currency} arrived' },
    content: /*i18n*/ { id: 'notice.bankDepositCreditedText', message: 'Your bank transfer is credited and can be used.' },
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
  depositLate: {
    title: /*i18n*/ { id: 'notice.depositLate', message: 'Your deposit claim of {money} {currency} took us too long' },
    content: /*i18n*/ {
      id: 'notice.depositLateText',
      message: 'It should have been decided by now. It was passed on, and somebody else decides it next.',
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
} as const satisfies NoticeTexts
