import type { Input } from '#contract/call.ts'
import { idType, kycConsentVersion, verification } from '#contract/calls/verification.ts'
import { ApiError } from '#api/apiError.ts'
import { newRequestId } from '#api/mutation.ts'
import { send } from '#api/send.ts'
import { upload } from '#api/upload.ts'
import { preparePhoto } from '#widgets/preparePhoto.ts'
import { neededPhotos, type PaperFields, type Papers, type PhotoName } from './papers.ts'

export interface HandInSteps {
  /** How much of a picture has left the phone, 0..1. */
  onSent: (name: PhotoName, sent: number) => void
  /** Something to be kept with the draft, before the next step is taken. */
  onChange: (part: Partial<PaperFields>) => void
}

/** A picture that did not arrive: the others stay where they are, and only it is sent again. */
export class PhotoFailed extends Error {
  override readonly name = 'PhotoFailed'
  readonly photo: PhotoName
  constructor(photo: PhotoName, cause: unknown) {
    super(photo, { cause })
    this.photo = photo
  }
}

/** Sends what is not there yet, then the form. The same form again carries the same request id. Throws PhotoFailed or an ApiError. */
export async function handIn(papers: Papers, { onSent, onChange }: HandInSteps): Promise<void> {
  const fileIds = { ...papers.fileIds }
  for (const name of neededPhotos(papers.idType)) {
    const file = papers.photos[name]
    if (fileIds[name] || !file) continue
    try {
      fileIds[name] = (await upload(await preparePhoto(file), 'kyc', { onProgress: (sent) => onSent(name, sent) })).fileId
    } catch (cause) {
      throw new PhotoFailed(name, cause)
    }
    onChange({ fileIds: { ...fileIds } })
  }
  const body = bodyOf(papers, fileIds)
  const text = JSON.stringify(body)
  const request = papers.request.body === text ? papers.request : { id: newRequestId(), body: text }
  onChange({ request })
  try {
    await send(verification.applyBasic, body, { requestId: request.id })
  } catch (error) {
    // What was handed in more than a day ago is no longer there: the next try sends the pictures anew.
    if (error instanceof ApiError && error.key === 'NOT_FOUND') onChange({ fileIds: {} })
    throw error
  }
}

function bodyOf(papers: Papers, ids: PaperFields['fileIds']): Input<typeof verification.applyBasic> {
  const { surname, firstName, birthday, country, idNumber, idExpire } = papers
  const isPassport = papers.idType === idType.passport
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
