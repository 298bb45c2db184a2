import { Readable } from 'node:stream'
import { isLiveSession } from '#account/liveSessions.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { isRowId } from '../core/ids.ts'
import { getOrCreateDocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { verifyClaimsToken, readClaimsTokenKey, signClaimsToken } from '../core/signedText.ts'
import { dataExportRetentionMs, dataExportById, type PersonalDataExportRow, readDataExportPart } from './exportStore.ts'

/** Where copies are fetched. An address opens as long as the copy is kept and the session that was given it lives: identity papers are inside. */
export const dataExportUrlPath = '/api/user/data/file'
const kind = 'export'

/** A sealed part opens only as that part of that copy of that person. */
export const dataExportPartAad = (id: string, userId: string, n: number): string => `export/${id}/${userId}/${n}`

const untilOf = (row: PersonalDataExportRow): number => Number(row.ready_ms) + dataExportRetentionMs

/** The address of a copy for one session of its owner; undefined before it is ready and after its day. */
export async function createDataExportLink(
  sql: Sql,
  row: PersonalDataExportRow,
  sessionId: string,
  nowMs: number,
): Promise<string | undefined> {
  if (row.status !== 1 || row.dropped_ms !== null || untilOf(row) <= nowMs) return undefined
  const text = signClaimsToken(await readClaimsTokenKey(sql), kind, { id: row.id, userId: row.user_id, sessionId, until: untilOf(row) })
  return `${dataExportUrlPath}?t=${encodeURIComponent(text)}`
}

export interface DataExportFile {
  name: string
  size: number
  body: Readable
}

interface Claims {
  id: string
  userId: string
  sessionId?: string
  until: number
}

/** What such an address gives, read part by part; undefined once it is too old or its session has ended, and for anything that was not made here. */
export async function openDataExportFile(app: AppContext, text: string | undefined, nowMs: number): Promise<DataExportFile | undefined> {
  const claims = verifyClaimsToken(await readClaimsTokenKey(app.db), kind, text) as Claims | undefined
  if (!claims || claims.until <= nowMs || !isRowId(claims.id)) return undefined
  // Addresses made by an earlier release name no session and open no more.
  const { sessionId = '', userId } = claims
  if (!(await isLiveSession(app.db, { sessionId, userId }, asInstant(nowMs)))) return undefined
  const row = await dataExportById(app.db, claims.id)
  if (!row || row.user_id !== claims.userId || row.status !== 1 || row.dropped_ms !== null) return undefined
  const day = new Date(Number(row.created_ms)).toISOString().slice(0, 10)
  return { name: `fairlead-my-data-${day}.zip`, size: Number(row.size), body: Readable.from(parts(app, row), { objectMode: false }) }
}

async function* parts({ db, config }: AppContext, row: PersonalDataExportRow): AsyncGenerator<Buffer> {
  const key = getOrCreateDocumentEncryptionKey(config)
  for (let [n, left] = [0, Number(row.size)]; left > 0; n++) {
    const content = await readDataExportPart(db, row.id, n)
    // Thrown away while it was being fetched: the connection ends short of its length, so nobody takes it for whole.
    if (!content) throw new Error(`part ${n} of the copy ${row.id} is gone`)
    const bytes = key.open(content, dataExportPartAad(row.id, row.user_id, n))
    left -= bytes.length
    yield bytes
  }
}
