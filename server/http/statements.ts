import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { addressKey } from '#server/addressKey.ts'
import { statementFile } from '#server/wallet/statement/file.ts'
import { statementPath } from '#server/wallet/statement/link.ts'
import type { Kitchen } from './answer.ts'

/** Statements by their signed address, sent as they are read. */
export function routeStatements(app: FastifyInstance, { house, limiters }: Kitchen): void {
  app.get(statementPath, async (request, reply) => {
    const now = house.clock.now()
    const seconds = limiters.perIp.take(addressKey(request.ip), now)
    if (seconds > 0) throw new Refusal('tooMany', { seconds })
    const { t } = request.query as { t?: unknown }
    const file = await statementFile(house, typeof t === 'string' ? t : undefined, now)
    if (!file) throw new Refusal('linkExpired')
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header('cache-control', 'no-store')
      .type(file.type)
      .send(file.body)
  })
}
