import type { NoticeTexts } from './shape.ts'

/** Who signs in and how, identity, and what one asked for of one’s data. */
export const accountNoticeTexts = {
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
  passkeyAdded: {
    title: /*i18n*/ { id: 'notice.passkeyAdded', message: 'A passkey was added: {name}' },
    content: /*i18n*/ { id: 'notice.passkeyAddedText', message: 'It signs in to your account. If that was not you, remove it now.' },
  },
  passkeyRemoved: {
    title: /*i18n*/ { id: 'notice.passkeyRemoved', message: 'A passkey was removed: {name}' },
    content: /*i18n*/ { id: 'notice.passkeyRemovedText', message: 'New withdrawal addresses have to wait 24 hours.' },
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
} as const satisfies NoticeTexts
