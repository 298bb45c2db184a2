import type { CallArguments } from '#contract/call.ts'
import { identityDocumentType, kycConsentVersion, verification } from '#contract/calls/verification.ts'
import { ApiError } from '#api/apiError.ts'
import { storedOrNewRequestId } from '#api/requestIds.ts'
import { sendApiCall } from '#api/send.ts'
import { uploadPicture } from '#api/upload.ts'
import { preparePhoto } from '#widgets/identity/preparePhoto.ts'
import {
  requiredPhotoNamesOfDocumentType,
  type BasicVerificationFields,
  type BasicVerificationFormData,
  type VerificationPhotoName,
} from './verificationForm.ts'

export interface SubmitBasicVerificationCallbacks {
  /** How much of a picture has left the phone, 0..1. */
  onSent: (name: VerificationPhotoName, sent: number) => void
  /** Something to be kept with the draft, before the next step is taken. */
  onChange: (part: Partial<BasicVerificationFields>) => void
}

/** A picture that did not arrive: the others stay where they are, and only it is sent again. */
export class PhotoUploadError extends Error {
  override readonly name = 'PhotoUploadError'
  readonly photo: VerificationPhotoName
  constructor(photo: VerificationPhotoName, cause: unknown) {
    super(photo, { cause })
    this.photo = photo
  }
}

/** Sends what is not there yet, then the form. The same form again carries the same request id. Throws PhotoUploadError or an ApiError. */
export async function uploadAndSubmitBasicVerification(
  papers: BasicVerificationFormData,
  { onSent, onChange }: SubmitBasicVerificationCallbacks,
): Promise<void> {
  const fileIds = { ...papers.fileIds }
  for (const name of requiredPhotoNamesOfDocumentType(papers.idType)) {
    const file = papers.photos[name]
    if (fileIds[name] || !file) continue
    try {
      fileIds[name] = (await uploadPicture(await preparePhoto(file), 'kyc', { onProgress: (sent) => onSent(name, sent) })).fileId
    } catch (cause) {
      throw new PhotoUploadError(name, cause)
    }
    onChange({ fileIds: { ...fileIds } })
  }
  const body = bodyOf(papers, fileIds)
  const text = JSON.stringify(body)
  const request = { id: storedOrNewRequestId(papers.request.body === text ? papers.request.id : undefined), body: text }
  onChange({ request })
  try {
    await sendApiCall(verification.applyBasic, body, { requestId: request.id })
  } catch (error) {
    // What was handed in more than a day ago is no longer there: the next try sends the pictures anew.
    if (error instanceof ApiError && error.key === 'NOT_FOUND') onChange({ fileIds: {} })
    throw error
  }
}

function bodyOf(papers: BasicVerificationFormData, ids: BasicVerificationFields['fileIds']): CallArguments<typeof verification.applyBasic> {
  const { surname, firstName, birthday, country, idNumber, idExpire } = papers
  const isPassport = papers.idType === identityDocumentType.passport
  const pictures = isPassport ? { passportImg: ids.passportImg } : { frontImg: ids.frontImg, backImg: ids.backImg }
  return {
    surname: surname.trim(),
    firstName: firstName.trim(),
    gender: papers.gender === '2' ? 2 : 1,
    birthday,
    country,
    idType: papers.idType,
    idNumber: idNumber.trim(),
    ...(idExpire && { idExpire }),
    ...pictures,
    selfieImg: ids.selfieImg,
    consentVersion: kycConsentVersion,
  }
}
