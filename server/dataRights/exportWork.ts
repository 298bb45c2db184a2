import { createHash } from 'node:crypto'
import { asInstant } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { log, type LogError } from '../core/log.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { loadVerifiedDocumentEncryptionKey, type DocumentEncryptionKey } from '../core/startup/encryptionKey.ts'
import { createDataExportArchive, type DataExportSourceReaders } from './archive.ts'
import { dataExportPartAad } from './exportFile.ts'
import {
  tryAddDataExportPart,
  claimNextDataExport,
  expireDataExports,
  type PersonalDataExportRow,
  tryFinishDataExport,
  releaseDataExport,
  tryTouchDataExport,
} from './exportStore.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const partBytes = 1 << 20
/** Much shorter than the time after which another server takes over. */
const seenEveryMs = 15_000

/** Another server makes this copy now. */
class TakenOver extends Error {}

/** Makes every copy that was asked for and is nobody's work, one after the other, and throws away what is past its day. */
export async function runDataExports(
  app: AppContext,
  readers: DataExportSourceReaders,
  isStopped: () => boolean = () => false,
  report: LogError = log.error,
): Promise<void> {
  await app.db.transaction((sql) => expireDataExports(sql, app.clock.now()))
  while (!isStopped()) {
    const row = await app.db.transaction((sql) => claimNextDataExport(sql, app.clock.now()))
    if (!row) break
    try {
      await make(app, readers, row, isStopped)
    } catch (error) {
      if (error instanceof TakenOver) continue
      if (isStopped()) {
        await releaseDataExport(app.db, row)
        return
      }
      // Tried again once its time is over.
      report(`the copy ${row.id} of somebody's data could not be made`, error)
    }
  }
  await app.db.transaction((sql) => expireDataExports(sql, app.clock.now()))
}

async function make(
  app: AppContext,
  readers: DataExportSourceReaders,
  row: PersonalDataExportRow,
  isStopped: () => boolean,
): Promise<void> {
  const { db, clock, config } = app
  const key = await loadVerifiedDocumentEncryptionKey(db, config)
  const digest = createHash('sha256')
  let [size, n, seenMs] = [0, 0, clock.now() as number]
  const appendBytes = async (bytes: Buffer): Promise<void> => {
    if (!(await tryAddDataExportPart(db, row, n, sealed(key, row, n, bytes), clock.now()))) throw new TakenOver()
    n++
  }
  let waiting: Buffer[] = []
  let waits = 0
  for await (const piece of createDataExportArchive(app, readers, row.user_id, asInstant(Number(row.created_ms)))) {
    digest.update(piece)
    size += piece.length
    waiting.push(piece)
    waits += piece.length
    if (isStopped()) throw new Error('the server stops')
    if (clock.now() - seenMs > seenEveryMs) {
      seenMs = clock.now()
      if (!(await tryTouchDataExport(db, row, seenMs))) throw new TakenOver()
    }
    if (waits < partBytes) continue
    await appendBytes(Buffer.concat(waiting))
    ;[waiting, waits] = [[], 0]
  }
  if (waits > 0) await appendBytes(Buffer.concat(waiting))
  await finish(app, row, { sha256: digest.digest('hex'), size, keyId: key.id })
}

const sealed = (key: DocumentEncryptionKey, { id, user_id }: PersonalDataExportRow, n: number, bytes: Buffer): Buffer =>
  key.seal(bytes, dataExportPartAad(id, user_id, n))

async function finish(app: AppContext, row: PersonalDataExportRow, made: { sha256: string; size: number; keyId: string }): Promise<void> {
  await transactionWithEffects(app.db, async (sql, afterCommit) => {
    if (!(await tryFinishDataExport(sql, row, made, app.clock.now()))) throw new TakenOver()
    const notice = {
      userId: row.user_id,
      type: 'system' as const,
      kind: 'exportReady' as const,
      params: {},
      link: '/data-rights',
      refType: 'export',
      refId: row.id,
    }
    await writeNotices(app, sql, [notice], afterCommit)
  })
}
