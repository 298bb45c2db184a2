import type { UploadPurpose } from '#contract/calls/uploads.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { getOrCreateDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { verifyClaimsToken, readClaimsTokenKey, signClaimsToken } from '../core/signedText.ts'
import { readUploadWithStoredContent, findOwnUploads, markUploadsUsed, readUploadNames, type UploadRow } from './store.ts'

/** A picture with what it shows. */
export interface OpenedUpload {
  name: string
  type: string
  biz: UploadPurpose
  ownerId: string
  bytes: Buffer
}

export const uploadFileUrlPath = '/api/sys/common/file'
const linkMs = 600_000
const linkKind = 'file'

/** The pictures in the order of `ids`, kept from now on. Refuses notFound unless each is this person's own, of that kind and still there. */
export async function attachOwnUploads(
  sql: Sql,
  userId: string,
  ids: readonly string[],
  biz: UploadPurpose,
  now: Instant,
): Promise<UploadRow[]> {
  const found = new Map((await findOwnUploads(sql, ids, userId, biz, now)).map((file) => [file.id, file]))
  const files = ids.map((id) => {
    const file = found.get(id)
    if (!file) throw new Refusal('notFound', { file: id })
    return file
  })
  await markUploadsUsed(sql, [...found.keys()], now)
  return files
}

/** An address that shows the picture for ten minutes to whoever has it. For its owner only. */
export const createUploadLink = async (sql: Sql, id: string, now: Instant): Promise<string> =>
  `${uploadFileUrlPath}?t=${signClaimsToken(await readClaimsTokenKey(sql), linkKind, { id, until: now + linkMs })}`

/** Names and such addresses of several pictures, by id; those that are gone are left out. For their owner only. */
export async function uploadNamesAndLinks(
  sql: Sql,
  ids: readonly string[],
  now: Instant,
): Promise<Map<string, { fileId: string; url: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const key = await readClaimsTokenKey(sql)
  const until = now + linkMs
  return new Map(
    (await readUploadNames(sql, ids)).map(({ id, name }) => [
      id,
      { fileId: id, url: `${uploadFileUrlPath}?t=${signClaimsToken(key, linkKind, { id, until })}`, name },
    ]),
  )
}

/** What such an address shows; undefined once it is too old, and for anything that was not made here. */
export async function openUploadLink(app: AppContext, text: string | undefined, now: Instant): Promise<OpenedUpload | undefined> {
  const claims = verifyClaimsToken(await readClaimsTokenKey(app.db), linkKind, text) as { id: string; until: number } | undefined
  return claims && claims.until >= now ? opened(app, app.db, claims.id) : undefined
}

/** For whoever checks papers: the picture, with a line that the owner is shown of who looked and when. Undefined for an unknown id. */
export async function readUploadForReview(
  app: AppContext,
  sql: Sql,
  id: string,
  reader: string,
  now: Instant,
): Promise<OpenedUpload | undefined> {
  const file = await opened(app, sql, id)
  if (!file) return undefined
  await sql.query('insert into upload_read (upload_id, owner_id, biz, reader, at_ms) values ($1, $2, $3, $4, $5)', [
    id,
    file.ownerId,
    file.biz,
    reader,
    now,
  ])
  return file
}

/** A picture for its owner, to whom it is given whole. Undefined for an unknown id and somebody else's. */
export async function readOwnUpload(app: AppContext, sql: Sql, id: string, ownerId: string): Promise<OpenedUpload | undefined> {
  const file = await opened(app, sql, id)
  return file?.ownerId === ownerId ? file : undefined
}

async function opened({ config }: AppContext, sql: Sql, id: string): Promise<OpenedUpload | undefined> {
  const row = await readUploadWithStoredContent(sql, id)
  if (!row) return undefined
  const { key_id, content, name, type, biz, user_id: ownerId } = row
  if (key_id === '') return { name, type, biz, ownerId, bytes: content }
  const key = getOrCreateDocumentEncryptionKey(config)
  if (key.id !== key_id) throw new Error(`picture ${id} was sealed with another key than this server has (UPLOAD_KEY)`)
  return { name, type, biz, ownerId, bytes: key.open(content, uploadAad(id, ownerId)) }
}

/** A sealed picture opens only as that picture of that person. */
export const uploadAad = (id: string, ownerId: string): string => `upload/${id}/${ownerId}`
