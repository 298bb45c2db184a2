import * as z from 'zod/mini'
import { type UploadedFormFile, definePostCall } from '../call.ts'

/** What a picture is for (docs/rules/verification.md). */
const uploadBiz = ['kyc', 'voucher', 'avatar', 'support'] as const
export type UploadPurpose = (typeof uploadBiz)[number]

/** A file is cut off at this size while it arrives. */
export const uploadLimitBytes = 8 * 1024 * 1024
/** The long side of an identity picture, at least. */
export const kycPhotoMinLongSidePx = 800
/** Pictures of one kind that one person can hand in in a day. */
export const maxDailyUploadsPerPurpose = 20
/** A picture that nothing names by then is forgotten. */
export const unusedUploadLifetimeMs = 86_400_000

/** A picture that was handed in: other calls name it by its `fileId`. `url` is signed and opens for ten minutes. */
export const UploadedPicture = z.object({
  fileId: z.string(),
  url: z.string(),
  name: z.string(),
  size: z.int(),
  type: z.string(),
  sha256: z.string(),
})
export type UploadedPicture = z.output<typeof UploadedPicture>

/** How other calls name pictures. */
export const uploadFileIdSchema = z.string().check(z.regex(/^\d{1,20}$/))

const isFile = (value: unknown): boolean => typeof value === 'object' && value !== null && 'bytes' in value

export const uploads = {
  /**
   * JPEG, PNG, WebP or HEIC; of guests for `avatar` alone. Refuses guestRestricted, notImage, imageTooLarge,
   * imageUnreadable, photoQuality and tooMany. Not sealed.
   */
  upload: definePostCall('/api/sys/common/upload', {
    access: 'signedIn',
    form: true,
    body: z.object({ biz: z.enum(uploadBiz), file: z.custom<UploadedFormFile>(isFile) }),
    reply: UploadedPicture,
  }),
}
