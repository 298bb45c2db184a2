import type { TranslatableText } from '../../core/i18n.ts'

/** Every mail that tells of something, by its kind. `{name}` is filled from the mail's params; `{amount}` gets its commas. */
export const mailTextsByKind = {
  passwordChanged: {
    subject: /*i18n*/ { id: 'mail.passwordChanged', message: 'Your password was changed' },
    body: /*i18n*/ {
      id: 'mail.passwordChangedText',
      message: 'All other devices were signed out. New withdrawal addresses have to wait 24 hours.',
    },
  },
  passwordReset: {
    subject: /*i18n*/ { id: 'mail.passwordReset', message: 'Your password was set anew' },
    body: /*i18n*/ {
      id: 'mail.passwordResetText',
      message: 'All devices were signed out. New withdrawal addresses have to wait 24 hours.',
    },
  },
  totpBound: {
    subject: /*i18n*/ { id: 'mail.totpBound', message: 'An authenticator was added' },
    body: /*i18n*/ { id: 'mail.totpBoundText', message: 'From now on signing in asks for its code too.' },
  },
  totpUnbound: {
    subject: /*i18n*/ { id: 'mail.totpUnbound', message: 'The authenticator was removed' },
    body: /*i18n*/ {
      id: 'mail.totpUnboundText',
      message: 'Signing in no longer asks for its code. New withdrawal addresses have to wait 72 hours.',
    },
  },
  safePasswordSet: {
    subject: /*i18n*/ { id: 'mail.safePasswordSet', message: 'Your withdrawal password was set' },
    body: /*i18n*/ { id: 'mail.safePasswordSetText', message: 'It is asked for when money leaves your account.' },
  },
  safePasswordChanged: {
    subject: /*i18n*/ { id: 'mail.safePasswordChanged', message: 'Your withdrawal password was changed' },
    body: /*i18n*/ {
      id: 'mail.safePasswordChangedText',
      message: 'All other devices were signed out. New withdrawal addresses have to wait.',
    },
  },
  newSignIn: {
    subject: /*i18n*/ { id: 'mail.newSignIn', message: 'A new device signed in' },
    body: /*i18n*/ { id: 'mail.newSignInText', message: '{device}, from the network {ip}.' },
  },
  signInAdded: {
    subject: /*i18n*/ { id: 'mail.signInAdded', message: 'A way to sign in was added' },
    body: /*i18n*/ { id: 'mail.signInAddedText', message: 'From now on {account} signs in to your account.' },
  },
  passkeyRemoved: {
    subject: /*i18n*/ { id: 'mail.passkeyRemoved', message: 'A passkey was removed' },
    body: /*i18n*/ {
      id: 'mail.passkeyRemovedText',
      message: '{account} no longer signs in to your account. New withdrawal addresses have to wait 24 hours.',
    },
  },
  signInRemoved: {
    subject: /*i18n*/ { id: 'mail.signInRemoved', message: 'A way to sign in was removed' },
    body: /*i18n*/ {
      id: 'mail.passkeyRemovedText',
      message: '{account} no longer signs in to your account. New withdrawal addresses have to wait 24 hours.',
    },
  },
  passkeyStepOn: {
    subject: /*i18n*/ { id: 'mail.passkeyStepOn', message: 'Signing in now asks for a passkey' },
    body: /*i18n*/ { id: 'mail.passkeyStepOnText', message: 'All other devices were signed out.' },
  },
  passkeyStepOff: {
    subject: /*i18n*/ { id: 'mail.passkeyStepOff', message: 'Signing in no longer asks for a passkey' },
    body: /*i18n*/ {
      id: 'mail.passkeyStepOffText',
      message: 'All other devices were signed out. New withdrawal addresses have to wait 72 hours.',
    },
  },
  signInDisowned: {
    subject: /*i18n*/ { id: 'mail.signInDisowned', message: 'You said that a sign-in was not you' },
    body: /*i18n*/ {
      id: 'mail.signInDisownedText',
      message: '{device} was signed out. New withdrawal addresses have to wait 24 hours. Change your password now.',
    },
  },
  phraseChanged: {
    subject: /*i18n*/ { id: 'mail.phraseChanged', message: 'Your anti-phishing phrase was changed' },
    body: /*i18n*/ { id: 'mail.phraseChangedText', message: 'A mail without the phrase below is not from us.' },
  },
  phraseRemoved: {
    subject: /*i18n*/ { id: 'mail.phraseRemoved', message: 'Your anti-phishing phrase was removed' },
    body: /*i18n*/ { id: 'mail.phraseRemovedText', message: 'Mails from us no longer carry it.' },
  },
  addressAdded: {
    subject: /*i18n*/ { id: 'mail.addressAdded', message: 'A withdrawal address was added' },
    body: /*i18n*/ { id: 'mail.addressAddedText', message: '{address} ({network})' },
  },
  accountAdded: {
    subject: /*i18n*/ { id: 'mail.accountAdded', message: 'A bank account was added' },
    body: /*i18n*/ { id: 'mail.accountAddedText', message: 'Withdrawals can go to {account}.' },
  },
  withdrawalRequested: {
    subject: /*i18n*/ { id: 'mail.withdrawalRequested', message: 'You asked for a withdrawal of {amount} {currency}' },
    body: /*i18n*/ {
      id: 'mail.withdrawalRequestedText',
      message: 'It goes to {address}. Until it is on its way you can cancel it in the app.',
    },
  },
  withdrawalPaid: {
    subject: /*i18n*/ { id: 'mail.withdrawalPaid', message: 'Your withdrawal of {amount} {currency} was paid out' },
    body: /*i18n*/ { id: 'mail.withdrawalPaidText', message: 'It went to {address}.' },
  },
  withdrawalRejected: {
    subject: /*i18n*/ { id: 'mail.withdrawalRejected', message: 'Your withdrawal of {amount} {currency} was not carried out' },
    body: /*i18n*/ {
      id: 'mail.withdrawalRejectedText',
      message: 'All of it, the fee included, is back in your balance. The app shows the reason and what to do. No payment is ever needed.',
    },
  },
  depositCredited: {
    subject: /*i18n*/ { id: 'mail.depositCredited', message: '{amount} {currency} arrived' },
    body: /*i18n*/ { id: 'mail.depositCreditedText', message: 'Your deposit is in your balance.' },
  },
  verificationDecided: {
    subject: /*i18n*/ { id: 'mail.verificationDecided', message: 'Your verification was looked at' },
    body: /*i18n*/ { id: 'mail.verificationDecidedText', message: 'The app shows the result.' },
  },
  loanOverdue: {
    subject: /*i18n*/ { id: 'mail.loanOverdue', message: 'Your loan is overdue: {amount} {currency}' },
    body: /*i18n*/ {
      id: 'mail.loanOverdueText',
      message: 'Notice {notice} of 3. From {debit} on your USDT balance may be debited, up to what is overdue.',
    },
  },
  loanCalled: {
    subject: /*i18n*/ { id: 'mail.loanCalled', message: 'The collateral of your loan grows thin' },
    body: /*i18n*/ {
      id: 'mail.loanCalledText',
      message:
        '{coin} is at {price}. At {liqPrice} {currency} as much of it is sold as repays the loan. You can add collateral or repay a part in the app.',
    },
  },
  loanSold: {
    subject: /*i18n*/ { id: 'mail.loanSold', message: 'Collateral was sold to repay your loan' },
    body: /*i18n*/ { id: 'mail.loanSoldText', message: '{sold} {coin} at {price} {currency}. {back} {coin} came back to your balance.' },
  },
  exportAsked: {
    subject: /*i18n*/ { id: 'mail.exportAsked', message: 'A copy of your data was asked for' },
    body: /*i18n*/ { id: 'mail.exportAskedText', message: 'It can be fetched in the app, by whoever is signed in, for 24 hours.' },
  },
  deletionAsked: {
    subject: /*i18n*/ { id: 'mail.deletionAsked', message: 'Your account will be deleted in 14 days' },
    body: /*i18n*/ { id: 'mail.deletionAskedText', message: 'Until then you can undo it in the app.' },
  },
  deletionUndone: {
    subject: /*i18n*/ { id: 'mail.deletionUndone', message: 'Your account will not be deleted' },
    body: /*i18n*/ { id: 'mail.deletionUndoneText', message: 'The deletion was undone.' },
  },
  deletionWaits: {
    subject: /*i18n*/ { id: 'mail.deletionWaits', message: 'Your account could not be deleted yet' },
    body: /*i18n*/ {
      id: 'mail.deletionWaitsText',
      message: 'Money or an order is still there. Take it out; we try again every day until you undo the deletion.',
    },
  },
} as const satisfies Record<string, { subject: TranslatableText; body: TranslatableText }>

export type MailKind = keyof typeof mailTextsByKind

/** What stands in more than one mail. */
export const sharedMailTexts = {
  codeSubject: /*i18n*/ { id: 'mail.codeSubject', message: '{code} is your Fairlead code' },
  codeBody: /*i18n*/ {
    id: 'mail.codeBody',
    message: 'Your code is {code}. It is good for {minutes} minutes and works once. Nobody from Fairlead will ever ask you for it.',
  },
  codeIgnore: /*i18n*/ { id: 'mail.codeIgnore', message: 'If you did not ask for this code, you can ignore this message.' },
  noAccountSubject: /*i18n*/ { id: 'mail.noAccountSubject', message: 'Signing in to Fairlead' },
  noAccountBody: /*i18n*/ {
    id: 'mail.noAccountBody',
    message:
      'Somebody asked for a code to sign in to Fairlead with this address, but there is no account with it. You can create one in the app.',
  },
  when: /*i18n*/ { id: 'mail.when', message: 'Time: {time} (UTC+8)' },
  notYou: /*i18n*/ {
    id: 'mail.notYou',
    message: 'Was this not you? Open the app, go to Devices signed in, end what you do not know, and change your password.',
  },
  phrase: /*i18n*/ { id: 'mail.phrase', message: 'Your anti-phishing phrase: {phrase}' },
} as const satisfies Record<string, TranslatableText>
