import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { openStatementFile } from '#server/wallet/statement/file.ts'
import { statementFileUrlPath } from '#server/wallet/statement/link.ts'
import type { HttpRouteDeps } from './answer.ts'

/** Statements by their signed address, sent as they are read. */
export function routeAccountStatements(app: FastifyInstance, { app: appContext, bucketLimiters }: HttpRouteDeps): void {
  app.get(statementFileUrlPath, async (request, reply) => {
    const now = appContext.clock.now()
    bucketLimiters.takeReadOfAddress(request, reply, now)
    const { t } = request.query as { t?: unknown }
    const file = await openStatementFile(appContext, typeof t === 'string' ? t : undefined, now)
    if (!file) throw new Refusal('linkExpired')
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header('cache-control', 'no-store')
      .type(file.type)
      .send(file.body)
  })
}
