import { Readable } from 'node:stream'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { isRowId } from '../ids.ts'
import { restKey } from '../restKey.ts'
import { readText, signingKey, signText } from '../signedText.ts'
import { exportKeptMs, exportOf, type ExportRow, partOf } from './exportStore.ts'

/** Where copies are fetched; the address is all that is needed, and opens as long as the copy is kept. */
export const exportPath = '/api/user/data/file'
const kind = 'export'

/** A sealed part opens only as that part of that copy of that person. */
export const partPlace = (id: string, userId: string, n: number): string => `export/${id}/${userId}/${n}`

const untilOf = (row: ExportRow): number => Number(row.ready_ms) + exportKeptMs

/** The address of a copy; undefined before it is ready and after its day. For its owner only. */
export async function exportLink(sql: Sql, row: ExportRow, nowMs: number): Promise<string | undefined> {
  if (row.status !== 1 || row.dropped_ms !== null || untilOf(row) <= nowMs) return undefined
  const text = signText(await signingKey(sql), kind, { id: row.id, userId: row.user_id, until: untilOf(row) })
  return `${exportPath}?t=${encodeURIComponent(text)}`
}

export interface ExportFile {
  name: string
  size: number
  body: Readable
}

/** What such an address gives, read part by part; undefined once it is too old, and for anything that was not made here. */
export async function exportFile(house: House, text: string | undefined, nowMs: number): Promise<ExportFile | undefined> {
  const claims = readText(await signingKey(house.db), kind, text) as { id: string; userId: string; until: number } | undefined
  if (!claims || claims.until <= nowMs || !isRowId(claims.id)) return undefined
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
