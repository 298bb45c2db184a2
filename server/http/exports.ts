import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { addressKey } from '#server/addressKey.ts'
import { exportFile, exportPath } from '#server/dataRights/exportFile.ts'
import type { Kitchen } from './answer.ts'

/** Copies of a person's data by their signed address, sent as they are read. */
export function routeExports(app: FastifyInstance, { house, limiters }: Kitchen): void {
  app.get(exportPath, async (request, reply) => {
    const now = house.clock.now()
    const seconds = limiters.perIp.take(addressKey(request.ip), now)
    if (seconds > 0) throw new Refusal('tooMany', { seconds })
    const { t } = request.query as { t?: unknown }
    const file = await exportFile(house, typeof t === 'string' ? t : undefined, now)
    if (!file) throw new Refusal('linkExpired')
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-length', file.size)
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header('cache-control', 'no-store')
      .type('application/zip')
      .send(file.body)
  })
}
