import { hash } from 'node:crypto'
import { kycPhotoMinLongSidePx, maxDailyUploadsPerPurpose } from '#contract/calls/uploads.ts'
import { Refusal } from '#contract/refusals.ts'
import type { CallHandlers } from '../core/handlers.ts'
import type { AppContext } from '../core/appContext.ts'
import { newRowId } from '../core/ids.ts'
import { loadVerifiedDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { createUploadLink, uploadAad } from './files.ts'
import { detectPictureKind } from './kinds.ts'
import { avatarMaxSidePx, reencodePicture } from './picture.ts'
import { tryCountDailyUpload, insertUpload } from './store.ts'

const dayMs = 86_400_000
const utc8Ms = 8 * 3_600_000
const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** Pictures that people hand in (docs/rules/verification.md). */
export function uploadsHandlers(app: AppContext): CallHandlers<'uploads'> {
  return {
    upload: async ({ biz, file }, { sql, visitor, now }) => {
      if (visitor.isGuest && biz !== 'avatar') throw new Refusal('guestRestricted')
      if (!detectPictureKind(file.bytes)) throw new Refusal('notImage')
      const sinceDay = (now + utc8Ms) % dayMs
      const counted = await tryCountDailyUpload(sql, visitor.userId, biz, Math.floor((now + utc8Ms) / dayMs), maxDailyUploadsPerPurpose)
      if (!counted) throw new Refusal('tooMany', { seconds: Math.ceil((dayMs - sinceDay) / 1000) })
      const { bytes, type, width, height, longSidePx } = await reencodePicture(file.bytes, biz === 'avatar' ? avatarMaxSidePx : undefined)
      if (biz === 'kyc' && longSidePx < kycPhotoMinLongSidePx)
        throw new Refusal('photoQuality', { rule: 'small', minPx: kycPhotoMinLongSidePx })
      const id = newRowId(now)
      const key = biz === 'kyc' ? await loadVerifiedDocumentEncryptionKey(sql, app.config) : undefined
      const row = await insertUpload(sql, {
        id,
        user_id: visitor.userId,
        biz,
        name: nameOf(file.name, endings[type]),
        type,
        size: bytes.length,
        sha256: hash('sha256', bytes, 'hex'),
        width,
        height,
        key_id: key?.id ?? '',
        content: key ? key.seal(bytes, uploadAad(id, visitor.userId)) : bytes,
        created_ms: now,
      })
      return { fileId: id, url: await createUploadLink(sql, id, now), name: row.name, size: row.size, type, sha256: row.sha256 }
    },
  }
}

/** The name as it came, without a folder and anything that is no letter, figure, space or one of `._-()`, with the ending of what it is now. */
function nameOf(fileName: string, ending: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '')
    .trim()
  return `${Array.from(plain).slice(0, 60).join('') || 'photo'}.${ending}`
}
