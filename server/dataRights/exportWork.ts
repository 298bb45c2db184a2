import { createHash } from 'node:crypto'
import { asInstant } from '#contract/time.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { agreedRestKey, type RestKey } from '../restKey.ts'
import { archiveOf, type Tellers } from './archive.ts'
import { partPlace } from './exportFile.ts'
import { addPart, claimExport, endExports, type ExportRow, finishExport, releaseExport, touchExport } from './exportStore.ts'

const partBytes = 1 << 20
/** Much shorter than the time after which another server takes over. */
const seenEveryMs = 15_000

/** Another server makes this copy now. */
class TakenOver extends Error {}

/** Makes every copy that was asked for and is nobody's work, one after the other, and throws away what is past its day. */
export async function makeExports(
  house: House,
  tellers: Tellers,
  isStopped: () => boolean = () => false,
  report: typeof console.error = console.error,
): Promise<void> {
  await house.db.transaction((sql) => endExports(sql, house.clock.now()))
  while (!isStopped()) {
    const row = await house.db.transaction((sql) => claimExport(sql, house.clock.now()))
    if (!row) break
    try {
      await make(house, tellers, row, isStopped)
    } catch (error) {
      if (error instanceof TakenOver) continue
      if (isStopped()) {
        await releaseExport(house.db, row)
        return
      }
      // Tried again once its time is over.
      report(`the copy ${row.id} of somebody's data could not be made`, error)
    }
  }
  await house.db.transaction((sql) => endExports(sql, house.clock.now()))
}

async function make(house: House, tellers: Tellers, row: ExportRow, isStopped: () => boolean): Promise<void> {
  const { db, clock, config } = house
  const key = await agreedRestKey(db, config)
  const digest = createHash('sha256')
  let [size, n, seenMs] = [0, 0, clock.now() as number]
  const keep = async (bytes: Buffer): Promise<void> => {
    if (!(await addPart(db, row, n, sealed(key, row, n, bytes), clock.now()))) throw new TakenOver()
    n++
  }
  let waiting: Buffer[] = []
  let waits = 0
  for await (const piece of archiveOf(house, tellers, row.user_id, asInstant(Number(row.created_ms)))) {
    digest.update(piece)
    size += piece.length
    waiting.push(piece)
    waits += piece.length
    if (isStopped()) throw new Error('the server stops')
    if (clock.now() - seenMs > seenEveryMs) {
      seenMs = clock.now()
      if (!(await touchExport(db, row, seenMs))) throw new TakenOver()
    }
    if (waits < partBytes) continue
    await keep(Buffer.concat(waiting))
    ;[waiting, waits] = [[], 0]
  }
  if (waits > 0) await keep(Buffer.concat(waiting))
  await finish(house, row, { sha256: digest.digest('hex'), size, keyId: key.id })
}

const sealed = (key: RestKey, { id, user_id }: ExportRow, n: number, bytes: Buffer): Buffer => key.seal(bytes, partPlace(id, user_id, n))

async function finish(house: House, row: ExportRow, made: { sha256: string; size: number; keyId: string }): Promise<void> {
  const effects: (() => void)[] = []
  await house.db.transaction(async (sql) => {
    effects.length = 0
    if (!(await finishExport(sql, row, made, house.clock.now()))) throw new TakenOver()
    const notice = {
      userId: row.user_id,
      type: 'system' as const,
      kind: 'exportReady' as const,
      params: {},
      link: '/data-rights',
      refType: 'export',
      refId: row.id,
    }
    await writeNotices(house, sql, [notice], (effect) => effects.push(effect))
  })
  for (const effect of effects) effect()
}
