import { identityDocumentType } from '#contract/calls/verification.ts'

/** The pictures of the form, by the names of its fields. */
export const verificationPhotoNames = ['frontImg', 'backImg', 'passportImg', 'selfieImg'] as const
export type VerificationPhotoName = (typeof verificationPhotoNames)[number]

/** What is written in the form. Dates are YYYY-MM-DD. */
export interface BasicVerificationFields {
  surname: string
  firstName: string
  gender: '' | '1' | '2'
  birthday: string
  country: string
  idType: 1 | 2
  idNumber: string
  idExpire: string
  agreed: boolean
  step: 1 | 2 | 3
  /** Ids of the pictures that are with the server already. */
  fileIds: Partial<Record<VerificationPhotoName, string>>
  /** One intent, one id: the same while what is handed in is the same. */
  request: { id: string; body: string }
}

/** A form in the making: its pictures never leave the phone before it is handed in. */
export interface BasicVerificationFormData extends BasicVerificationFields {
  photos: Partial<Record<VerificationPhotoName, File>>
}

export const emptyBasicVerificationFields: BasicVerificationFields = {
  surname: '',
  firstName: '',
  gender: '',
  birthday: '',
  country: '',
  idType: identityDocumentType.idCard,
  idNumber: '',
  idExpire: '',
  agreed: false,
  step: 1,
  fileIds: {},
  request: { id: '', body: '' },
}

/** The pictures that this kind of document needs, without the one of the face. */
export const documentPhotoNamesOfType = (kind: 1 | 2): readonly VerificationPhotoName[] =>
  kind === identityDocumentType.passport ? ['passportImg'] : ['frontImg', 'backImg']

/** Everything that is handed in, in the order of the steps. */
export const requiredPhotoNamesOfDocumentType = (kind: 1 | 2): readonly VerificationPhotoName[] => [
  ...documentPhotoNamesOfType(kind),
  'selfieImg',
]
