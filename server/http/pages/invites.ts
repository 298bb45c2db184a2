import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/refusals.ts'
import { resolveShortLink } from '../../settings/shortLinks.ts'
import type { HttpRouteDeps } from '../answer.ts'

/** Short links of invitations and articles: to where they lead, or home when they lead nowhere any more. */
export function routeShortLinks(app: FastifyInstance, { app: appContext, bucketLimiters }: HttpRouteDeps): void {
  app.get('/i/:code', async (request, reply) => {
    const now = appContext.clock.now()
    bucketLimiters.takeReadOfAddress(request, reply, now)
    const { code } = request.params as { code: string }
    return reply.header('cache-control', 'no-store').redirect(await targetOf(code, request.ip), 302)
  })

  // Only ever a page of our own.
  async function targetOf(code: string, ip: string): Promise<string> {
    if (!/^\w{4,16}$/.test(code)) return '/home'
    const link = await resolveShortLink(appContext.db, code, ip, appContext.clock.now()).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    return link?.valid && /^\/(?![/\\])/.test(link.target) ? link.target : '/home'
  }
}
