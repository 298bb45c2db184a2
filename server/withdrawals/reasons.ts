import type { LanguageCode } from '#contract/calls/account.ts'
import type { WithdrawalRejectionReason } from '#contract/calls/withdrawals.ts'
import { translate, type TranslatableText } from '../core/i18n.ts'

/** The closed list of docs/rules/deposits-and-withdrawals.md: each says why and what to do. All of the money is back whichever it is; none can be answered with money. */
export const withdrawalRejectionReasonTexts: Record<WithdrawalRejectionReason, TranslatableText> = {
  address_invalid: /*i18n*/ {
    id: 'withdrawal.addressInvalid',
    message: 'The address cannot receive this currency. Check the address and its network, save it again and send anew.',
  },
  beneficiary_info_missing: /*i18n*/ {
    id: 'withdrawal.beneficiaryInfoMissing',
    message: 'Who receives the money is not clear. Send anew and give the full name of the receiver.',
  },
  sanction_match: /*i18n*/ {
    id: 'withdrawal.sanctionMatch',
    message: 'The address is on a sanctions list that we must follow. Send anew to another address of yours.',
  },
  ownership_unconfirmed: /*i18n*/ {
    id: 'withdrawal.ownershipUnconfirmed',
    message: 'It could not be confirmed that the account is yours. Save an account in your verified name and send anew.',
  },
  suspected_takeover: /*i18n*/ {
    id: 'withdrawal.suspectedTakeover',
    message: 'Somebody else may have used your account. Change your password, look at your devices, then send anew.',
  },
  network_halt: /*i18n*/ {
    id: 'withdrawal.networkHalt',
    message: 'The network did not carry it out. Send anew, on another network if you like.',
  },
  legal_order: /*i18n*/ {
    id: 'withdrawal.legalOrder',
    message: 'An authority ordered it. Its reference is shown here; ask the authority what it means.',
  },
}

export const withdrawalRejectionReasonText = (lang: LanguageCode, reason: WithdrawalRejectionReason): string =>
  translate(lang, withdrawalRejectionReasonTexts[reason])
