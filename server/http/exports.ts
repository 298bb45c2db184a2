import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { openDataExportFile, dataExportUrlPath } from '#server/dataRights/exportFile.ts'
import type { HttpRouteDeps } from './answer.ts'

/** Copies of a person's data by their signed address, sent as they are read. */
export function routeDataExports(app: FastifyInstance, { app: appContext, bucketLimiters }: HttpRouteDeps): void {
  app.get(dataExportUrlPath, async (request, reply) => {
    const now = appContext.clock.now()
    bucketLimiters.takeReadOfAddress(request, reply, now)
    const { t } = request.query as { t?: unknown }
    const file = await openDataExportFile(appContext, typeof t === 'string' ? t : undefined, now)
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
