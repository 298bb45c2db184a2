import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from '#db/database.ts'
import type { Config } from './config.ts'
import { StartupError } from './startupError.ts'

/** What seals personal papers where they lie: documents' numbers and identity pictures. */
export interface DocumentEncryptionKey {
  /** Names the key without giving it away; written beside whatever it sealed. */
  id: string
  /** AES-256-GCM. `about` binds the sealed text to its place: it opens nowhere else. */
  seal(plain: Uint8Array, about: string): Buffer
  open(sealed: Uint8Array, about: string): Buffer
  /** The same text for the same words, for finding them again without knowing them. */
  fingerprint(words: string): string
}

/** The key, once it is known to be the one that sealed what is in this database. A server with another one says so instead of sealing. */
export async function loadVerifiedDocumentEncryptionKey(
  sql: Sql,
  config: Pick<Config, 'uploadKey' | 'dataDir'>,
): Promise<DocumentEncryptionKey> {
  const key = getOrCreateDocumentEncryptionKey(config)
  await sql.query('insert into rest_key (id, key_id) values (1, $1) on conflict do nothing', [key.id])
  const [agreed] = await sql.query<{ key_id: string }>('select key_id from rest_key')
  if (agreed?.key_id !== key.id) throw new Error(`papers in this database are sealed with another key than this server has: set UPLOAD_KEY`)
  return key
}

const ivBytes = 12
const tagBytes = 16
const made = new Map<string, DocumentEncryptionKey>()

/** UPLOAD_KEY, or the key file of this server's folder, which is made when it is first needed. */
export function getOrCreateDocumentEncryptionKey({ uploadKey, dataDir }: Pick<Config, 'uploadKey' | 'dataDir'>): DocumentEncryptionKey {
  const place = uploadKey ?? join(dataDir, 'upload.key')
  const known = made.get(place)
  if (known) return known
  const key = toRestKey(uploadKey === undefined ? keyOfFile(dataDir, place) : Buffer.from(uploadKey, 'base64'))
  made.set(place, key)
  return key
}

/** Whoever comes first has made the file; it can be read by its owner alone. */
function keyOfFile(dataDir: string, file: string): Buffer {
  mkdirSync(dataDir, { recursive: true })
  try {
    const place = openSync(file, 'wx', 0o600)
    writeSync(place, randomBytes(32).toString('base64'))
    closeSync(place)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new StartupError(`${file} must hold 32 bytes in base64. Put back the copy that you kept of it.`)
  return key
}

function toRestKey(key: Buffer): DocumentEncryptionKey {
  const words = Buffer.from(hash('sha256', Buffer.concat([key, Buffer.from('fingerprint')]), 'hex'), 'hex')
  return {
    id: hash('sha256', key, 'hex').slice(0, 16),
    seal: (plain, about) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const sealed = [cipher.update(plain), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed])
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()])
    },
    fingerprint: (text) => createHmac('sha256', words).update(text).digest('hex'),
  }
}
