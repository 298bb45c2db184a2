import { hash } from 'node:crypto'
import { kycLongSidePx, uploadsPerDay } from '#contract/calls/uploads.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { House } from '#server/house.ts'
import { newId } from '#server/ids.ts'
import { agreedRestKey } from '#server/restKey.ts'
import { linkTo, placeOf } from './files.ts'
import { pictureKind } from './kinds.ts'
import { avatarSidePx, toPicture } from './picture.ts'
import { countUpload, insertUpload } from './store.ts'

const dayMs = 86_400_000
const utc8Ms = 8 * 3_600_000
const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const

/** Pictures that people hand in (product §1.7 call 130). */
export function uploadsHandlers(house: House): Handlers<'uploads'> {
  return {
    upload: async ({ biz, file }, { sql, visitor, now }) => {
      if (visitor.isGuest && biz !== 'avatar') throw new Refusal('guestRestricted')
      if (!pictureKind(file.bytes)) throw new Refusal('notImage')
      const sinceDay = (now + utc8Ms) % dayMs
      const counted = await countUpload(sql, visitor.userId, biz, Math.floor((now + utc8Ms) / dayMs), uploadsPerDay)
      if (!counted) throw new Refusal('tooMany', { seconds: Math.ceil((dayMs - sinceDay) / 1000) })
      const { bytes, type, width, height, longSidePx } = await toPicture(file.bytes, biz === 'avatar' ? avatarSidePx : undefined)
      if (biz === 'kyc' && longSidePx < kycLongSidePx) throw new Refusal('photoQuality', { rule: 'small', minPx: kycLongSidePx })
      const id = newId(now)
      const key = biz === 'kyc' ? await agreedRestKey(sql, house.config) : undefined
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
        content: key ? key.seal(bytes, placeOf(id, visitor.userId)) : bytes,
        created_ms: now,
      })
      return { fileId: id, url: await linkTo(sql, id, now), name: row.name, size: row.size, type, sha256: row.sha256 }
    },
  }
}

/** The name as it came, without a folder and anything that is no letter, figure, space or one of `._-()`, with the ending of what it is now. */
function nameOf(given: string, ending: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '')
    .trim()
  return `${Array.from(plain).slice(0, 60).join('') || 'photo'}.${ending}`
}
