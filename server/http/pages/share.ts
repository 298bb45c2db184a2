import type { FastifyInstance } from 'fastify'

/**
 * Where other apps share pictures to (`share_target` of the manifest). The service worker answers it on the phone; where there is none, what
 * came is not read, and the new message says that it did not arrive.
 */
export const routeShareTarget = (app: FastifyInstance): void =>
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Unread: the answer goes out before the body is in.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.post('/share', (_request, reply) =>
      reply.header('cache-control', 'no-store').header('connection', 'close').redirect('/support?new=1&shared=lost', 303),
    )
  })
