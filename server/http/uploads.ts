import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { uploadFileUrlPath, openUploadLink } from '#server/uploads/files.ts'
import type { HttpRouteDeps } from './answer.ts'

/** The routes that take forms, in a scope of their own: nowhere else is multipart understood. */
export function routeMultipartForms(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    await scope.register(multipart)
    add(scope)
  })
}

/** Pictures by their signed address. As a download of a plain type, so that nothing in one could ever run as a page of ours. */
export function routeUploadedPictures(app: FastifyInstance, { app: appContext, bucketLimiters }: HttpRouteDeps): void {
  app.get(uploadFileUrlPath, async (request: FastifyRequest, reply: FastifyReply) => {
    const now = appContext.clock.now()
    bucketLimiters.takeReadOfAddress(request, reply, now)
    const { t } = request.query as { t?: unknown }
    const file = await openUploadLink(appContext, typeof t === 'string' ? t : undefined, now)
    if (!file) throw new Refusal('linkExpired')
    return reply
      .header('content-disposition', `attachment; filename="picture"; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header('cache-control', 'no-store')
      .type(file.type)
      .send(file.bytes)
  })
}
