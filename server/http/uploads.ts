import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { addressKey } from '#server/addressKey.ts'
import { filePath, openLink } from '#server/uploads/files.ts'
import type { Kitchen } from './answer.ts'

/** The routes that take forms, in a scope of their own: nowhere else is multipart understood. */
export function routeForms(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart)
    add(scope)
  })
}

/** Pictures by their signed address. As a download of a plain type, so that nothing in one could ever run as a page of ours. */
export function routePictures(app: FastifyInstance, { house, limiters }: Kitchen): void {
  app.get(filePath, async (request: FastifyRequest, reply: FastifyReply) => {
    const now = house.clock.now()
    const seconds = limiters.perIp.take(addressKey(request.ip), now)
    if (seconds > 0) throw new Refusal('tooMany', { seconds })
    const { t } = request.query as { t?: unknown }
    const file = await openLink(house, typeof t === 'string' ? t : undefined, now)
    if (!file) throw new Refusal('linkExpired')
    return reply
      .header('content-disposition', `attachment; filename="picture"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header('cache-control', 'no-store')
      .type(file.type)
      .send(file.bytes)
  })
}
