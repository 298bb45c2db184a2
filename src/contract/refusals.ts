import { accountExistsRefusalCode } from './constants.ts'
import { tradingRefusals } from './tradingRefusals.ts'

/**
 * Every expected no, by name (docs/rules/wire.md). The key on the wire is the name in upper case.
 * `message` is English source text for the catalogs: `{name}` is filled from the refusal's detail.
 */
export const refusals = {
  badRequest: { code: 400, message: /*i18n*/ { id: 'refusal.badRequest', message: 'The request could not be read' } },
  unauthorized: { code: 401, message: /*i18n*/ { id: 'refusal.unauthorized', message: 'Please sign in again' } },
  forbidden: { code: 403, message: /*i18n*/ { id: 'refusal.forbidden', message: 'This is not open to you' } },
  notFound: { code: 404, message: /*i18n*/ { id: 'refusal.notFound', message: 'Not found' } },
  tooMany: { code: 429, message: /*i18n*/ { id: 'refusal.tooMany', message: 'Please wait {seconds} s' } },
  server: {
    code: 500,
    message: /*i18n*/ {
      id: 'refusal.server',
      message: 'Something went wrong on our side. Nothing was charged unless it shows in your records.',
    },
  },
  maintenance: { code: 503, message: /*i18n*/ { id: 'refusal.maintenance', message: 'We are not ready yet. Please try again shortly.' } },
  busy: {
    code: 503,
    message: /*i18n*/ { id: 'refusal.busy', message: 'We are very busy right now. Please try again in {seconds} s.' },
  },
  linkExpired: {
    code: 410,
    message: /*i18n*/ { id: 'refusal.linkExpired', message: 'This link no longer works. Please open the file again in the app.' },
  },
  tooLarge: { code: 413, message: /*i18n*/ { id: 'refusal.tooLarge', message: 'The request is too large' } },
  mediaType: { code: 415, message: /*i18n*/ { id: 'refusal.mediaType', message: 'This kind of content is not accepted' } },

  validation: { code: 4001, message: /*i18n*/ { id: 'refusal.validation', message: 'Please check this field: {field}' } },
  requestIdRequired: {
    code: 4001,
    message: /*i18n*/ { id: 'refusal.requestIdRequired', message: 'The request id is missing or not valid' },
  },
  sealInvalid: {
    code: 4007,
    message: /*i18n*/ { id: 'refusal.sealInvalid', message: 'The request could not be opened. Please try again.' },
  },
  sealKeyExpired: { code: 4008, message: /*i18n*/ { id: 'refusal.sealKeyExpired', message: 'The secure key changed. Please try again.' } },
  idempotencyMismatch: {
    code: 4090,
    message: /*i18n*/ { id: 'refusal.idempotencyMismatch', message: 'This request was already used for something else' },
  },
  duplicateRecent: { code: 4091, message: /*i18n*/ { id: 'refusal.duplicateRecent', message: 'Same as a moment ago. Do it again?' } },
  stateConflict: { code: 4092, message: /*i18n*/ { id: 'refusal.stateConflict', message: 'This changed meanwhile' } },

  badCredentials: { code: 4101, message: /*i18n*/ { id: 'refusal.badCredentials', message: 'Account or password is wrong' } },
  captchaWrong: { code: 4102, message: /*i18n*/ { id: 'refusal.captchaWrong', message: 'The code is wrong' } },
  captchaExpired: { code: 4103, message: /*i18n*/ { id: 'refusal.captchaExpired', message: 'The code has expired. Ask for a new one.' } },
  captchaTooSoon: {
    code: 4104,
    message: /*i18n*/ { id: 'refusal.captchaTooSoon', message: 'You can ask for another code in {seconds} s' },
  },
  accountLocked: {
    code: 4105,
    message: /*i18n*/ { id: 'refusal.accountLocked', message: 'Too many tries. You can sign in again in {minutes} min.' },
  },
  accountExists: {
    code: accountExistsRefusalCode,
    message: /*i18n*/ { id: 'refusal.accountExists', message: 'This account already exists. Sign in instead.' },
  },
  signInTaken: {
    code: 4106,
    message: /*i18n*/ { id: 'refusal.signInTaken', message: 'This signs in to another account already' },
  },
  totpWrong: { code: 4107, message: /*i18n*/ { id: 'refusal.totpWrong', message: 'The authenticator code is wrong' } },
  totpReplayed: {
    code: 4108,
    message: /*i18n*/ { id: 'refusal.totpReplayed', message: 'This code was used already. Wait for the next one.' },
  },
  ticketExpired: { code: 4109, message: /*i18n*/ { id: 'refusal.ticketExpired', message: 'This step took too long. Please begin again.' } },
  agreementRequired: {
    code: 4110,
    message: /*i18n*/ { id: 'refusal.agreementRequired', message: 'Please read and accept the user agreement' },
  },
  inviteInvalid: { code: 4111, message: /*i18n*/ { id: 'refusal.inviteInvalid', message: 'This invitation code does not exist' } },
  passwordWeak: { code: 4112, message: /*i18n*/ { id: 'refusal.passwordWeak', message: 'This password is too easy to guess' } },
  passwordSame: { code: 4113, message: /*i18n*/ { id: 'refusal.passwordSame', message: 'The new password is the old one' } },
  oldPasswordWrong: { code: 4114, message: /*i18n*/ { id: 'refusal.oldPasswordWrong', message: 'The old password is wrong' } },
  walletSignature: { code: 4115, message: /*i18n*/ { id: 'refusal.walletSignature', message: 'The wallet signature does not fit' } },
  nonceExpired: {
    code: 4116,
    message: /*i18n*/ { id: 'refusal.nonceExpired', message: 'This message has expired. Please sign a new one.' },
  },
  oauthFailed: { code: 4117, message: /*i18n*/ { id: 'refusal.oauthFailed', message: 'The other service did not confirm who you are' } },
  passkeyFailed: { code: 4118, message: /*i18n*/ { id: 'refusal.passkeyFailed', message: 'The passkey was not accepted' } },
  guestRestricted: { code: 4119, message: /*i18n*/ { id: 'refusal.guestRestricted', message: 'Add an email or mobile first' } },
  totpAlreadyBound: { code: 4120, message: /*i18n*/ { id: 'refusal.totpAlreadyBound', message: 'An authenticator is already bound' } },
  guestExists: {
    code: 4121,
    message: /*i18n*/ { id: 'refusal.guestExists', message: 'The account already exists, please log in with your password' },
  },
  stepUpRequired: {
    code: 4122,
    message: /*i18n*/ { id: 'refusal.stepUpRequired', message: 'Please confirm with your authenticator or passkey' },
  },
  proofLocked: {
    code: 4105,
    message: /*i18n*/ { id: 'refusal.proofLocked', message: 'Too many wrong tries. You can try again in {minutes} min.' },
  },
  passwordWrong: {
    code: 4101,
    message: /*i18n*/ { id: 'refusal.passwordWrong', message: 'The password is wrong. Tries left: {left}' },
  },
  recoveryCodeWrong: {
    code: 4107,
    message: /*i18n*/ { id: 'refusal.recoveryCodeWrong', message: 'This recovery code is wrong or was used already' },
  },
  safePasswordWeak: {
    code: 4112,
    message: /*i18n*/ { id: 'refusal.safePasswordWeak', message: 'Choose six digits that are neither all the same nor in a row' },
  },
  safePasswordAlreadySet: {
    code: 4092,
    message: /*i18n*/ { id: 'refusal.safePasswordAlreadySet', message: 'A withdrawal password is set already. You can change it.' },
  },
  lastSignInMethod: {
    code: 4092,
    message: /*i18n*/ { id: 'refusal.lastSignInMethod', message: 'This is your only way to sign in. Add another first.' },
  },
  underage: { code: 4123, message: /*i18n*/ { id: 'refusal.underage', message: 'You must be 18 or older' } },
  countryBlocked: { code: 4124, message: /*i18n*/ { id: 'refusal.countryBlocked', message: 'We cannot open accounts in this country' } },
  passwordsDiffer: { code: 4125, message: /*i18n*/ { id: 'refusal.passwordsDiffer', message: 'The two passwords differ' } },

  insufficientBalance: {
    code: 4201,
    message: /*i18n*/ { id: 'refusal.insufficientBalance', message: 'Not enough {currency}: you have {available}, this needs {needed}' },
  },
  belowMin: { code: 4202, message: /*i18n*/ { id: 'refusal.belowMin', message: 'The least you can enter is {min}' } },
  aboveMax: { code: 4203, message: /*i18n*/ { id: 'refusal.aboveMax', message: 'The most you can enter is {max}' } },
  demoResetTooSoon: {
    code: 4210,
    message: /*i18n*/ {
      id: 'refusal.demoResetTooSoon',
      message: 'The demo book can begin anew once in 24 hours. Please come back in {hours} h.',
    },
  },
  demoBookUsed: {
    code: 4092,
    message: /*i18n*/ { id: 'refusal.demoBookUsed', message: 'The demo book was used already, so nothing can be carried into it' },
  },
  tooManyAlerts: { code: 4203, message: /*i18n*/ { id: 'refusal.tooManyAlerts', message: 'You can keep at most {max} alerts' } },
  kycRequired: { code: 4209, message: /*i18n*/ { id: 'refusal.kycRequired', message: 'Verify your identity first' } },

  safePasswordNotSet: { code: 4204, message: /*i18n*/ { id: 'refusal.safePasswordNotSet', message: 'Set a withdrawal password first' } },
  safePasswordWrong: {
    code: 4205,
    message: /*i18n*/ { id: 'refusal.safePasswordWrong', message: 'The withdrawal password is wrong. Tries left: {left}' },
  },
  addressInvalid: { code: 4206, message: /*i18n*/ { id: 'refusal.addressInvalid', message: 'This address does not fit the network' } },
  addressOwn: {
    code: 4206,
    message: /*i18n*/ {
      id: 'refusal.addressOwn',
      message: 'This is your own deposit address here: what you send to it comes back to you, less the fee',
    },
  },
  addressCooling: {
    code: 4207,
    message: /*i18n*/ { id: 'refusal.addressCooling', message: 'This address is new and can be used from {until}' },
  },
  securityHold: {
    code: 4208,
    message: /*i18n*/ { id: 'refusal.securityHold', message: 'New addresses wait until {until}, because your sign-in details changed' },
  },
  dailyLimit: {
    code: 4210,
    message: /*i18n*/ { id: 'refusal.dailyLimit', message: 'This is more than your daily limit leaves: {left} USDT' },
  },
  networkSuspended: { code: 4211, message: /*i18n*/ { id: 'refusal.networkSuspended', message: 'This network is paused at the moment' } },
  networkUnwatched: {
    code: 4211,
    message: /*i18n*/ { id: 'refusal.networkUnwatched', message: 'Deposits over this network are not offered: we do not watch it' },
  },
  bankNotOffered: {
    code: 4211,
    message: /*i18n*/ { id: 'refusal.bankNotOffered', message: 'Bank transfers in {currency} are not offered yet' },
  },
  noDepositAddress: {
    code: 4211,
    message: /*i18n*/ { id: 'refusal.noDepositAddress', message: 'No free address is left on this network. Please try again later.' },
  },
  memoRequired: { code: 4212, message: /*i18n*/ { id: 'refusal.memoRequired', message: 'This network needs a memo' } },
  tooManyClaims: {
    code: 4203,
    message: /*i18n*/ { id: 'refusal.tooManyClaims', message: '{max} claims are being checked already. Please wait for an answer first.' },
  },
  tooManyTickets: {
    code: 4203,
    message: /*i18n*/ {
      id: 'refusal.tooManyTickets',
      message: '{max} of your requests are open. Please write in one of them, or close one.',
    },
  },
  txAlreadyClaimed: { code: 4213, message: /*i18n*/ { id: 'refusal.txAlreadyClaimed', message: 'This transaction was claimed already' } },
  notCancellable: { code: 4214, message: /*i18n*/ { id: 'refusal.notCancellable', message: 'This can no longer be cancelled' } },
  travelRuleInfo: {
    code: 4215,
    message: /*i18n*/ { id: 'refusal.travelRuleInfo', message: 'Tell us who receives this: from 1,000 USDT up the rules ask for it' },
  },
  nameMismatch: { code: 4216, message: /*i18n*/ { id: 'refusal.nameMismatch', message: 'The name must be the one you verified' } },
  addressUnknown: {
    code: 4207,
    message: /*i18n*/ { id: 'refusal.addressUnknown', message: 'Save this address in your address book first' },
  },
  noWayOut: {
    code: 4217,
    message: /*i18n*/ {
      id: 'refusal.noWayOut',
      message: '{currency} is not sold right now: no network is open on which it could be withdrawn',
    },
  },
  addressSaved: { code: 4203, message: /*i18n*/ { id: 'refusal.addressSaved', message: 'You have saved this already' } },
  tooManyAccounts: { code: 4203, message: /*i18n*/ { id: 'refusal.tooManyAccounts', message: 'You can keep at most {max}' } },
  kycPending: { code: 4301, message: /*i18n*/ { id: 'refusal.kycPending', message: 'Your documents are being checked already' } },
  kycDone: { code: 4302, message: /*i18n*/ { id: 'refusal.kycDone', message: 'This is verified already and cannot be changed' } },
  photoQuality: {
    code: 4303,
    message: /*i18n*/ { id: 'refusal.photoQuality', message: 'The photo cannot be read well enough. Please take it again.' },
  },
  docExpired: { code: 4304, message: /*i18n*/ { id: 'refusal.docExpired', message: 'The document has expired' } },
  docInUse: { code: 4305, message: /*i18n*/ { id: 'refusal.docInUse', message: 'This document belongs to another account' } },
  tooManyTries: { code: 4203, message: /*i18n*/ { id: 'refusal.tooManyTries', message: 'You can submit at most {max} times a day' } },

  statementTooLong: {
    code: 4203,
    message: /*i18n*/ {
      id: 'refusal.statementTooLong',
      message: 'A PDF holds at most {max} records. Please take the table (CSV) instead.',
    },
  },

  productClosed: { code: 4401, message: /*i18n*/ { id: 'refusal.productClosed', message: 'This is not on sale now' } },
  levelTooLow: { code: 4402, message: /*i18n*/ { id: 'refusal.levelTooLow', message: 'This opens from level {level}' } },
  purchaseLimit: {
    code: 4403,
    message: /*i18n*/ { id: 'refusal.purchaseLimit', message: 'This can be bought {limit} times at most by one person' },
  },
  userCap: { code: 4403, message: /*i18n*/ { id: 'refusal.userCap', message: 'One person can have {left} more of this' } },
  soldOut: { code: 4404, message: /*i18n*/ { id: 'refusal.soldOut', message: 'Only {left} is left' } },
  reserveUnfunded: {
    code: 4405,
    message: /*i18n*/ { id: 'refusal.reserveUnfunded', message: 'Sales wait until the reserve is full again. What runs goes on.' },
  },
  region: { code: 4406, message: /*i18n*/ { id: 'refusal.region', message: 'Not available in {place}' } },
  windowClosed: { code: 4407, message: /*i18n*/ { id: 'refusal.windowClosed', message: 'Applications are not taken at this time' } },
  ieoPaused: {
    code: 4407,
    message: /*i18n*/ { id: 'refusal.ieoPaused', message: 'Three wins were not paid for. You can apply again from {until}.' },
  },
  notWon: { code: 4408, message: /*i18n*/ { id: 'refusal.notWon', message: 'Nothing was drawn for this application' } },
  payExpired: { code: 4409, message: /*i18n*/ { id: 'refusal.payExpired', message: 'The time to pay is over' } },
  alreadyApplied: { code: 4410, message: /*i18n*/ { id: 'refusal.alreadyApplied', message: 'You have applied already' } },
  loanLimit: { code: 4501, message: /*i18n*/ { id: 'refusal.loanLimit', message: 'Your limit leaves {left} USDT' } },
  hasOverdue: {
    code: 4502,
    message: /*i18n*/ { id: 'refusal.hasOverdue', message: 'A loan is overdue. New ones open once it is settled.' },
  },
  overdueHeld: {
    code: 4502,
    message: /*i18n*/ {
      id: 'refusal.overdueHeld',
      message: '{held} USDT are overdue on a loan and stay here until it is settled. {left} {currency} can leave.',
    },
  },
  ltvTooHigh: {
    code: 4503,
    message: /*i18n*/ { id: 'refusal.ltvTooHigh', message: 'This collateral is enough for {max} USDT at the price of now' },
  },
  termInvalid: { code: 4504, message: /*i18n*/ { id: 'refusal.termInvalid', message: 'This term is not offered' } },
  collateralUnsupported: {
    code: 4505,
    message: /*i18n*/ { id: 'refusal.collateralUnsupported', message: 'This coin is not taken as collateral' },
  },
  creditOpen: {
    code: 4506,
    message: /*i18n*/ {
      id: 'refusal.creditOpen',
      message: 'While a credit is open, second contracts are for the demo book only',
    },
  },
  loanPoolShort: { code: 4507, message: /*i18n*/ { id: 'refusal.loanPoolShort', message: 'We can lend {left} USDT at most right now' } },
  ...tradingRefusals,
  notImage: { code: 4701, message: /*i18n*/ { id: 'refusal.notImage', message: 'please upload an image file' } },
  imageTooLarge: { code: 4702, message: /*i18n*/ { id: 'refusal.imageTooLarge', message: 'The image is too large' } },
  imageUnreadable: { code: 4703, message: /*i18n*/ { id: 'refusal.imageUnreadable', message: 'image load error' } },
  competitionNotOpen: { code: 4801, message: /*i18n*/ { id: 'refusal.competitionNotOpen', message: 'This competition is not open now' } },
  notInCompetition: {
    code: 4801,
    message: /*i18n*/ { id: 'refusal.notInCompetition', message: 'The competition is for contracts on its own markets alone' },
  },
  alreadyJoined: { code: 4802, message: /*i18n*/ { id: 'refusal.alreadyJoined', message: 'You take part already' } },
  taskNotDone: { code: 4804, message: /*i18n*/ { id: 'refusal.taskNotDone', message: 'This task is not done yet' } },
  alreadyClaimed: { code: 4805, message: /*i18n*/ { id: 'refusal.alreadyClaimed', message: 'You have this reward already' } },
  rewardShort: {
    code: 4805,
    message: /*i18n*/ {
      id: 'refusal.rewardShort',
      message: 'This reward cannot be given at the moment. It stays yours: please try again later.',
    },
  },
  exited: { code: 4803, message: /*i18n*/ { id: 'refusal.exited', message: 'You left this competition and cannot join it again' } },
} as const satisfies Record<string, { code: number; message: { id: string; message: string } }>

/** What stands in place of “Not available in …” for somebody whose country nobody knows (docs/rules/countries.md). */
export const unknownCountryMessage = /*i18n*/ {
  id: 'refusal.countryFirst',
  message: 'Say first in which country you live: it decides what is offered',
}

export type RefusalName = keyof typeof refusals

/** INSUFFICIENT_BALANCE for insufficientBalance. */
export const refusalKeyOfName = (name: RefusalName): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** An expected no. Thrown anywhere on the server; `http/envelope.ts` alone turns it into a reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly refusal: RefusalName
  readonly detail: Record<string, unknown>
  constructor(refusal: RefusalName, detail: Record<string, unknown> = {}) {
    super(refusal)
    this.refusal = refusal
    this.detail = detail
  }
}
