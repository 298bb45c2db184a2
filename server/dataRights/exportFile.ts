import { Readable } from 'node:stream'
import { isLiveSession } from '#account/liveSessions.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { isRowId } from '../ids.ts'
import { restKey } from '../restKey.ts'
import { readText, signingKey, signText } from '../signedText.ts'
import { exportKeptMs, exportOf, type ExportRow, partOf } from './exportStore.ts'

/** Where copies are fetched. An address opens as long as the copy is kept and the session that was given it lives: identity papers are inside. */
export const exportPath = '/api/user/data/file'
const kind = 'export'

/** A sealed part opens only as that part of that copy of that person. */
export const partPlace = (id: string, userId: string, n: number): string => `export/${id}/${userId}/${n}`

const untilOf = (row: ExportRow): number => Number(row.ready_ms) + exportKeptMs

/** The address of a copy for one session of its owner; undefined before it is ready and after its day. */
export async function exportLink(sql: Sql, row: ExportRow, sessionId: string, nowMs: number): Promise<string | undefined> {
  if (row.status !== 1 || row.dropped_ms !== null || untilOf(row) <= nowMs) return undefined
  const text = signText(await signingKey(sql), kind, { id: row.id, userId: row.user_id, sessionId, until: untilOf(row) })
  return `${exportPath}?t=${encodeURIComponent(text)}`
}

export interface ExportFile {
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
export async function exportFile(house: House, text: string | undefined, nowMs: number): Promise<ExportFile | undefined> {
  const claims = readText(await signingKey(house.db), kind, text) as Claims | undefined
  if (!claims || claims.until <= nowMs || !isRowId(claims.id)) return undefined
  // Addresses made by an earlier release name no session and open no more.
  const { sessionId = '', userId } = claims
  if (!(await isLiveSession(house.db, { sessionId, userId }, asInstant(nowMs)))) return undefined
  const row = await exportOf(house.db, claims.id)
  if (!row || row.user_id !== claims.userId || row.status !== 1 || row.dropped_ms !== null) return undefined
  const day = new Date(Number(row.created_ms)).toISOString().slice(0, 10)
  return { name: `fairlead-my-data-${day}.zip`, size: Number(row.size), body: Readable.from(parts(house, row), { objectMode: false }) }
}

async function* parts({ db, config }: House, row: ExportRow): AsyncGenerator<Buffer> {
  const key = restKey(config)
  for (let [n, left] = [0, Number(row.size)]; left > 0; n++) {
    const content = await partOf(db, row.id, n)
    // Thrown away while it was being fetched: the connection ends short of its length, so nobody takes it for whole.
    if (!content) throw new Error(`part ${n} of the copy ${row.id} is gone`)
    const bytes = key.open(content, partPlace(row.id, row.user_id, n))
    left -= bytes.length
    yield bytes
  }
}
