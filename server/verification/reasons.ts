import type { KycRejectionReason } from '#contract/calls/verification.ts'
import type { TranslatableText } from '../core/i18n.ts'

/** What a reason says, and which fields of the form it is about, by level; a level without fields does not have the reason. */
interface Reason {
  text: TranslatableText
  fields: { 1?: readonly string[]; 2?: readonly string[] }
}

const documentImages = ['frontImg', 'backImg', 'passportImg']

export const kycRejectionReasonDetails: Record<KycRejectionReason, Reason> = {
  details_differ: {
    text: /*i18n*/ {
      id: 'kyc.detailsDiffer',
      message: 'What you wrote is not what the document says. Write it exactly as it is printed there.',
    },
    fields: { 1: ['surname', 'firstName', 'birthday', 'idNumber'], 2: ['address', 'city', 'postcode'] },
  },
  photo_unreadable: {
    text: /*i18n*/ { id: 'kyc.photoUnreadable', message: 'The photo cannot be read. Take it again in even light, without glare.' },
    fields: { 1: documentImages, 2: ['addressProofImg'] },
  },
  photo_cut_off: {
    text: /*i18n*/ { id: 'kyc.photoCutOff', message: 'A part of the document is outside the photo. All four edges must be seen.' },
    fields: { 1: documentImages, 2: ['addressProofImg'] },
  },
  document_expired: {
    text: /*i18n*/ { id: 'kyc.documentExpired', message: 'The document is no longer valid. Use one that is.' },
    fields: { 1: ['idExpire', 'idNumber', ...documentImages] },
  },
  document_not_accepted: {
    text: /*i18n*/ {
      id: 'kyc.documentNotAccepted',
      message: 'This kind of document is not accepted. Choose one from the list on the form.',
    },
    fields: { 1: ['idType', 'idNumber', ...documentImages], 2: ['addressProofImg'] },
  },
  selfie_differs: {
    text: /*i18n*/ {
      id: 'kyc.selfieDiffers',
      message: 'The face on your photo could not be compared with the document. Take it again, facing the camera.',
    },
    fields: { 1: ['selfieImg'] },
  },
  proof_too_old: {
    text: /*i18n*/ { id: 'kyc.proofTooOld', message: 'The proof of address is older than three months. Use a newer one.' },
    fields: { 2: ['addressProofImg'] },
  },
}

/** The fields of the form that a reason is about; those of the other kind of document are left out. */
export function kycFieldsToFix(reason: KycRejectionReason, level: 1 | 2, hasPassport: boolean): string[] {
  const others = hasPassport ? ['frontImg', 'backImg'] : ['passportImg']
  return (kycRejectionReasonDetails[reason].fields[level] ?? []).filter((field) => level === 2 || !others.includes(field))
}
